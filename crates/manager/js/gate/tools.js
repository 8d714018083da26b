/**
 * The gate as an agent's tool: `apply_dogs_bundle`, by the faces of a tool runner and of sentinel tools.
 * @module
 */

import { codeOf, messageOf } from '../code.js';
import { applyBundle } from './apply.js';

/** @typedef {import('./index.js').ToolOptions} ToolOptions */
/** @typedef {import('./index.js').ToolResult} ToolResult */
/** @typedef {import('./index.js').BundleArguments} BundleArguments */

/**
 * `{ apply_dogs_bundle({ dogs_path, verify_command, session_id }) }`. The bundle is read from the live files. Never
 * throws: what was not verified and applied is `success: false`.
 *
 * @param {ToolOptions} options
 * @returns {import('./index.js').SentinelTools}
 */
export function createSentinelTools(options) {
  const tools = {
    /** @param {BundleArguments} given @returns {Promise<ToolResult>} */
    apply_dogs_bundle: async (given) => {
      try {
        return await applyDogsBundle(options, given ?? {});
      } catch (error) {
        return failed(`The bundle was not applied: ${messageOf(error)}`, codeOf(error, 'err:protocol'));
      }
    },
  };
  // Older containers hand out `instance.api`.
  return Object.assign(tools, { api: tools });
}

/**
 * `{ runTool(name, args) }`. Never throws; a tool of another name is `success: false`.
 *
 * @param {ToolOptions} options
 * @returns {import('./index.js').ToolRunner}
 */
export function createToolRunner(options) {
  const { api: tools } = createSentinelTools(options);
  const runner = {
    /** @param {string} name @param {any} given @returns {Promise<ToolResult>} */
    runTool: async (name, given) =>
      name === 'apply_dogs_bundle' ? tools.apply_dogs_bundle(given) : failed(`Unknown tool: ${String(name).slice(0, 100)}`, 'err:command'),
  };
  return Object.assign(runner, { api: runner });
}

/** @param {ToolOptions} options @param {BundleArguments} given @returns {Promise<ToolResult>} */
async function applyDogsBundle(options, given) {
  const gate = await valueOf(options.gate);
  const adapter = gate?.options.adapter ?? (await valueOf(options.adapter));
  // The policy, the profile and the phases are the host's: an agent says what it wants to be judged by beside.
  const { dogs_path: path, verify_command: command, session_id: sessionId } = given;
  if (typeof path !== 'string' || path === '') return failed('apply_dogs_bundle needs dogs_path: the path of a bundle', 'err:path');
  if (command !== undefined && command !== null && typeof command !== 'string') return failed('verify_command is no text', 'err:command');
  if (typeof adapter?.read !== 'function') return failed('There are no files to apply a bundle to', 'err:unavailable');
  const bundle = await textAt(adapter, path);
  if (bundle === null) return failed(`Bundle not found: ${path}`, 'err:not_found');
  const { gate: _, ...host } = options;
  const verifyCommand = host.verifyCommand ?? gate?.options.verifyCommand ?? command ?? undefined;
  const asked = { ...host, sessionId, ...(verifyCommand !== undefined && { verifyCommand }) };
  const manager = await valueOf(options.manager);
  if (gate) return answer(await gate.apply(bundle, { ...asked, manager: manager ?? gate.options.manager }));
  return answer(await applyBundle(bundle, { ...asked, adapter, manager }));
}

/** @param {import('./index.js').GateReport} report @returns {ToolResult} */
function answer(report) {
  const { success, message, code, errors, warnings, checkpoint } = report;
  // Nothing but true is a success.
  if (success === true) return { success: true, message, changes_applied: report.changes_applied, checkpoint: checkpoint ?? null, warnings };
  return {
    success: false,
    message,
    changes_rolled_back: report.changes_rolled_back,
    // Whether the files are as they were before the call.
    checkpoint_restored: report.state !== 'terminal',
    result: report.result,
    code,
    errors,
    warnings,
  };
}

/** @param {string} message @param {string} code @returns {ToolResult} */
function failed(message, code) {
  return {
    success: false,
    message,
    changes_rolled_back: 0,
    checkpoint_restored: true,
    result: null,
    code: /** @type {import('../index.js').Code} */ (code),
    errors: [],
    warnings: [],
  };
}

/** @param {any} adapter @param {string} path @returns {Promise<string | null>} Null where there is no such file. */
async function textAt(adapter, path) {
  let content;
  try {
    content = await adapter.read(path);
  } catch (error) {
    // Some throw for what is missing: what they list says whether it is.
    const listed = [...(await adapter.list('/'))].map((item) => relative(item?.path ?? item));
    if (listed.includes(relative(path))) throw error;
    return null;
  }
  if (content === null || content === undefined) return null;
  return typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content);
}

/** @param {unknown} path */
const relative = (path) => String(path).replace(/^\/+/, '');

/** An option, or what a function gives when it is needed. @param {any} option */
function valueOf(option) {
  return typeof option === 'function' ? option() : option;
}
