//! `--project`: the configuration of the project's own tools judges, as it is before the change.

use serde_json::json;

use crate::world::World;

const CONFIGURED: &str = "\
//- package.json
{ \"devDependencies\": { \"vitest\": \"^4\" } }
//- vitest.config.ts
import { defineConfig } from 'vitest/config';
export default defineConfig({
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: { include: ['checks/**/*.js'], setupFiles: ['./setup.js'] },
});
//- setup.js
globalThis.three = 3;
//- src/sum.js
export const sum = (a, b) => a + b;
//- checks/sum.js
import { sum } from '@/sum.js';
test('adds', () => expect(sum(1, 2)).toBe(three));
";
const CHECKS: [&str; 3] = ["--project", "--verify", "test:checks/*.js"];

#[test]
fn tests_judge_as_they_are_configured() {
    let world = World::new(CONFIGURED);
    let good =
        json!({ "/src/sum.js": "export const sum = (...all) => all.reduce((sum, one) => sum + one, 0);" });
    let good = good.to_string();
    let without = world.apply(&good, &["--verify", "test:checks/*.js"]);
    assert_eq!(without.code, 1, "the alias is not known: {without:?}");
    let with = world.apply(&good, &CHECKS);
    assert_eq!(with.code, 0, "{with:?}");
    let bad = json!({ "/src/sum.js": "export const sum = (a, b) => a - b;" }).to_string();
    let before = world.tree();
    let answer = world.apply(&bad, &CHECKS);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert_eq!(world.tree(), before);
}

#[test]
fn a_change_of_the_configuration_does_not_judge_itself() {
    let world = World::new(CONFIGURED);
    let before = world.tree();
    let text = "export default { test: { include: ['none/**'] } };";
    let loose = json!({ "/vitest.config.ts": text }).to_string();
    let answer = world.apply(&loose, &CHECKS);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("/vitest.config.ts is protected (config)"), "{answer:?}");
    assert_eq!(world.tree(), before);
    // An allowed change is judged by the configuration before it.
    let both = json!({ "/vitest.config.ts": text, "/src/sum.js": "export const sum = () => 0;" }).to_string();
    let answer = world.apply(&both, &[&CHECKS[..], &["--allow", "config"]].concat());
    assert_eq!(answer.code, 1, "{answer:?}");
    assert_eq!(world.tree(), before);
    // Without the option the file is like any other.
    let answer = world.apply(&loose, &["--allow-unverified"]);
    assert_eq!(answer.code, 0, "{answer:?}");
}

#[test]
fn a_test_file_that_only_the_configuration_names_counts() {
    let world = World::new(CONFIGURED);
    let weaker = json!({ "/checks/sum.js": "test('adds', () => expect(1).toBe(1));" }).to_string();
    let answer = world.apply(&weaker, &["--project", "--verify", "lint:src/*.js"]);
    assert_eq!(answer.code, 1, "{answer:?}");
}

#[test]
fn a_configuration_that_gives_no_data_stops_the_change() {
    for (config, said) in [
        ("for (;;);", "it runs for too long"),
        ("throw new Error('never');", "never"),
        (
            "export default { test: { projects: [{ test: { name: 'a', env: { A: '1' } } }, { test: { name: 'b' } }] } };",
            "it has several (a, b): name the folder of one",
        ),
    ] {
        let world = World::new(CONFIGURED);
        world.write("vitest.config.ts", config);
        let before = world.tree();
        let answer = world.apply(&json!({ "/src/more.js": "export const more = 1;" }).to_string(), &CHECKS);
        assert_eq!(answer.code, 2, "{config}: {answer:?}");
        assert!(
            answer.out.contains("configuration cannot be read") && answer.out.contains(said),
            "{answer:?}"
        );
        assert_eq!(world.tree(), before);
    }
}
