//! Reads and listings through `fs` and the test API.

use serde_json::json;

use crate::common::{ONE, uses};

#[test]
fn reads_name_the_module_whose_code_read() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import {{ cases, later }} from './helper.js'; import {{ existsSync, statSync, readFile }} from 'fs';\n\
             test('t', async () => {{ expect(cases()).toHaveLength(2); existsSync('/gone.txt'); statSync('/table.json'); existsSync('/cases');\n\
             expect(await later()).toBe('1'); await new Promise((done) => readFile('/cases/b.txt', done)); }});\n\
             //- /helper.js\nimport fs from 'node:fs'; import {{ readFile }} from 'node:fs/promises';\n\
             export const cases = () => fs.readdirSync('/cases').map((name) => fs.readFileSync('/cases/' + name, 'utf8'));\n\
             export const later = async () => {{ await 0; return readFile(new URL('./cases/a.txt', import.meta.url), 'utf8'); }};\n\
             //- /cases/a.txt\n1//- /cases/b.txt\n2//- /table.json\n{{}}\n//- /tree/one/two.txt\n"
        ),
        &json!({}),
        "import /a.test.js './helper.js' /helper.js
         import /a.test.js 'fs' none
         import /a.test.js 'vitest' none
         import /helper.js 'node:fs' none
         import /helper.js 'node:fs/promises' none
         read file /cases/a.txt by /helper.js
         read file /cases/b.txt by /a.test.js
         read file /cases/b.txt by /helper.js
         read file /table.json by /a.test.js
         read folder /cases by /a.test.js
         read folder /cases by /helper.js
         read missing /gone.txt by /a.test.js",
    );
}

#[test]
fn listings_name_every_folder_and_snapshots_their_files() {
    uses(
        &format!(
            "//- /src/a.test.js\n{ONE}import fs from 'fs';\n\
             test('t', async () => {{ fs.readdirSync('/tree', {{ recursive: true }}); expect(1).toMatchSnapshot(); expect(2).toMatchInlineSnapshot('2');\n\
             await expect('golden').toMatchFileSnapshot('./golden.txt'); }});\n\
             //- /src/__snapshots__/a.test.js.snap\nexports[`t 1`] = `1`;\n//- /src/golden.txt\ngolden//- /tree/one/two.txt\n//- /tree/three.txt\n"
        ),
        &json!({}),
        "import /src/a.test.js 'fs' none
         import /src/a.test.js 'vitest' none
         read folder /tree by /src/a.test.js
         read folder /tree/one by /src/a.test.js
         read snapshot /src/__snapshots__/a.test.js.snap by /src/a.test.js
         read snapshot /src/golden.txt by /src/a.test.js",
    );
    // A file without snapshots does not read an existing snapshot file.
    uses(
        &format!(
            "//- /a.test.js\n{ONE}test('t', () => expect(1).toBe(1));\n//- /__snapshots__/a.test.js.snap\n"
        ),
        &json!({}),
        "import /a.test.js 'vitest' none",
    );
}

#[test]
fn globs_are_read_by_their_patterns() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}const all = import.meta.glob(['./cases/*.js', '!./cases/c.js'], {{ eager: true }});\n\
             import text from './cases/t.txt?raw';\n\
             test('t', () => expect([Object.keys(all), text]).toEqual([['./cases/a.js', './cases/b.js'], 'x']));\n\
             //- /cases/a.js\n//- /cases/b.js\n//- /cases/c.js\n//- /cases/t.txt\nx"
        ),
        &json!({}),
        "import /a.test.js './cases/a.js' /cases/a.js
         import /a.test.js './cases/b.js' /cases/b.js
         import /a.test.js './cases/t.txt?raw' /cases/t.txt
         import /a.test.js 'vitest' none
         read glob /cases/*.js by /a.test.js",
    );
}
