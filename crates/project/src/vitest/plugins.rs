//! Plugins of Vite, which do not run here.

use serde_json::Value;

/// Plugins that change nothing here, as a package and a reason for people who read this.
const HARMLESS: [&str; 9] = [
    // Their transform of JSX is Verdict's own.
    "@vitejs/plugin-react",
    "@vitejs/plugin-react-swc",
    "@vitejs/plugin-react-oxc",
    "@preact/preset-vite",
    // They concern builds, servers and reports alone.
    "vite-plugin-dts",
    "vite-plugin-inspect",
    "@vitejs/plugin-basic-ssl",
    "rollup-plugin-visualizer",
    "vite-plugin-checker",
];
/// What well-known plugins would have done.
const KNOWN: [(&str, &str); 14] = [
    ("@vitejs/plugin-vue", "it would have compiled .vue files"),
    ("@vitejs/plugin-vue-jsx", "it would have compiled JSX for Vue"),
    ("@sveltejs/vite-plugin-svelte", "it would have compiled .svelte files"),
    ("@sveltejs/kit", "it would have compiled .svelte files and provided $app modules"),
    ("vite-plugin-solid", "it would have compiled JSX for Solid"),
    ("@analogjs/vite-plugin-angular", "it would have compiled Angular's templates"),
    ("vite-plugin-svgr", "it would have made components of .svg files"),
    ("unplugin-auto-import", "it would have added imports to files"),
    ("unplugin-vue-components", "it would have added imports to files"),
    ("vite-plugin-pwa", "it would have provided virtual:pwa-register"),
    ("@tailwindcss/vite", "it would have compiled styles, which a test does not see"),
    ("@rollup/plugin-yaml", "it would have made modules of .yaml files"),
    ("@rollup/plugin-graphql", "it would have made modules of .graphql files"),
    ("vite-plugin-node-polyfills", "it would have provided Node's modules, which are here anyway"),
];
/// Hooks of a plugin that a test would see, with what they do.
const HOOKS: [(&str, &str); 4] = [
    ("resolveId", "resolved imports"),
    ("load", "provided modules"),
    ("transform", "changed files"),
    ("config", "changed the configuration"),
];

/// The plugin that reads `paths` of a `tsconfig.json`.
pub(super) const TSCONFIG_PATHS: &str = "vite-tsconfig-paths";

/// Looks at a list of plugins. Returns whether `paths` of `tsconfig.json` count.
pub(super) fn read(plugins: &Value, file: &str, warnings: &mut Vec<String>) -> bool {
    let mut has_paths = false;
    match plugins {
        Value::Array(list) => {
            for plugin in list {
                has_paths |= read(plugin, file, warnings);
            }
        }
        Value::Object(plugin) => {
            let package = plugin.get("$foreign").and_then(|origin| origin["package"].as_str());
            let Some(package) = package else {
                warnings.extend(own(plugin, file));
                return false;
            };
            if package == TSCONFIG_PATHS {
                return true;
            }
            let base = package.strip_suffix("/vite").filter(|base| base.starts_with("unplugin-"));
            let package = base.unwrap_or(package);
            if !HARMLESS.contains(&package) {
                let known = KNOWN.iter().find(|(name, _)| *name == package).map(|(_, what)| *what);
                let what = known.unwrap_or("it would have changed how files load");
                let warning = format!("{file}: the plugin {package} does not run here: {what}");
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                }
            }
        }
        _ => {}
    }
    has_paths
}

/// A sentence about a plugin that the configuration writes itself; `None` if a test sees nothing of it.
fn own(plugin: &serde_json::Map<String, Value>, file: &str) -> Option<String> {
    let hooks: Vec<&str> =
        HOOKS.iter().filter(|(hook, _)| plugin.contains_key(*hook)).map(|(_, what)| *what).collect();
    let name = plugin.get("name").and_then(Value::as_str).unwrap_or("without a name");
    let what = hooks.join(" and ");
    (!hooks.is_empty()).then(|| format!("{file}: the plugin {name} does not run here: it would have {what}"))
}
