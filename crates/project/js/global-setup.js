// Runs the files of `globalSetup` and gives as JSON what they leave for the tests.

/** The most values that are provided, and the deepest nesting. */
const MOST = 100_000;
const DEEPEST = 100;

/** `paths` run in their order, in the folder of the project, with its configuration. The first that fails is the last. */
export async function setUp(paths, folder, config) {
  process.cwd = () => folder;
  const before = { ...process.env };
  const provided = {};
  const left = [];
  const provide = (key, value) => {
    const data = text(value);
    if (data === undefined) left.push(String(key));
    else provided[key] = JSON.parse(data);
  };
  const project = { name: '', config, provide, onTestsRerun() {}, vitest: { config, provide, onTestsRerun() {} } };
  let error = null;
  for (const path of paths) {
    try {
      await setupOf(await import(path))?.(project);
    } catch (thrown) {
      error = { path, message: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
      break;
    }
  }
  const env = {};
  for (const [name, value] of Object.entries(process.env)) if (before[name] !== value) env[name] = value;
  return JSON.stringify({ provided, env, left, error });
}

/** What a module has to run before the tests. What runs after them changes nothing of them. */
function setupOf(module) {
  for (const name of ['default', 'setup', 'teardown']) {
    const is = typeof module[name];
    if (is !== 'function' && module[name] != null) throw new TypeError(`the export ${name} is no function`);
  }
  const { default: run, setup, teardown } = module;
  if (!run && !setup && !teardown) throw new TypeError('it exports neither setup, teardown nor a function as default');
  return run ?? setup;
}

/** A value as JSON, if JSON has all of it. */
function text(value) {
  const room = { left: MOST };
  return isData(value, 0, room) ? JSON.stringify(value) : undefined;
}

function isData(value, depth, room) {
  room.left -= 1;
  if (room.left < 0 || depth > DEEPEST) return false;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((item) => isData(item, depth + 1, room));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((item) => isData(item, depth + 1, room));
}
