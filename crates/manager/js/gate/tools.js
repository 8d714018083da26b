/**
 * The gate as an agent's tools. `apply_dogs_bundle` has the faces of a tool runner and of sentinel tools, and
 * `antigravity.verify` that of a tool runner.
 * @module
 */

import { codeOf, messageOf } from '../code.js';
import { applyBundle } from './apply.js';
import { runProfile } from './profile.js';

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
  // Older containers pass `instance.api`.
  return Object.assign(tools, { api: tools });
}

/**
 * `{ runTool(name, args) }` for `apply_dogs_bundle` and `antigravity.verify`. Never throws; a tool of another name is
 * `success: false`.
 *
 * @param {ToolOptions} options
 * @returns {import('./index.js').ToolRunner}
 */
export function createToolRunner(options) {
  const { api: tools } = createSentinelTools(options);
  const runner = {
    /** @param {string} name @param {any} given @returns {Promise<any>} */
    runTool: async (name, given) => {
      if (name === 'apply_dogs_bundle') return tools.apply_dogs_bundle(given);
      if (name === 'antigravity.verify') return verifyChangeset(options, given ?? {});
      return failed(`Unknown tool: ${String(name).slice(0, 100)}`, 'err:command');
    },
  };
  return Object.assign(runner, { api: runner });
}

/** @param {ToolOptions} options @param {BundleArguments} given @returns {Promise<ToolResult>} */
async function applyDogsBundle(options, given) {
  const gate = await optionValue(options.gate);
  const adapter = gate?.options.adapter ?? (await optionValue(options.adapter));
  // Policy, profile and phases are the host's. An agent only adds a command that must pass too.
  const { dogs_path: path, verify_command: command, session_id: sessionId } = given;
  if (typeof path !== 'string' || path === '') return failed('apply_dogs_bundle needs dogs_path: the path of a bundle', 'err:path');
  if (command !== undefined && command !== null && typeof command !== 'string') return failed('verify_command is no text', 'err:command');
  if (typeof adapter?.read !== 'function') return failed('There are no files to apply a bundle to', 'err:unavailable');
  const bundle = await textAt(adapter, path);
  if (bundle === null) return failed(`Bundle not found: ${path}`, 'err:not_found');
  const { gate: _, ...host } = options;
  const verifyCommand = host.verifyCommand ?? gate?.options.verifyCommand ?? command ?? undefined;
  const asked = { ...host, sessionId, ...(verifyCommand !== undefined && { verifyCommand }) };
  const manager = await optionValue(options.manager);
  if (gate) return answer(await gate.apply(bundle, { ...asked, manager: manager ?? gate.options.manager }));
  return answer(await applyBundle(bundle, { ...asked, adapter, manager }));
}

/**
 * Runs a profile on the live files and records it with the changeset.
 * @param {ToolOptions} options
 * @param {import('./index.js').ProfileArguments} given
 * @returns {Promise<import('./index.js').ProfileToolResult>}
 */
async function verifyChangeset(options, { changeset_id: changeId, profile }) {
  const refused = (/** @type {string} */ message, /** @type {string} */ code, /** @type {any[]} */ errors = []) =>
    /** @type {import('./index.js').ProfileToolResult} */ ({ success: false, message, code, errors, warnings: [], run: null });
  try {
    if (typeof changeId !== 'string' || changeId === '') return refused('antigravity.verify needs changeset_id', 'err:path');
    if (profile !== undefined && profile !== null && typeof profile !== 'string') return refused('profile is no text', 'err:protocol');
    const gate = await optionValue(options.gate);
    const host = { ...gate?.options, ...defined(options) };
    const adapter = gate?.options.adapter ?? (await optionValue(options.adapter));
    if (typeof adapter?.read !== 'function') return refused('There are no files to verify', 'err:unavailable');
    const manager = (await optionValue(options.manager)) ?? gate?.options.manager;
    const { store, retention, runId, iteration, journal, timeoutMs, config, limits, sessionId, engine, env, gateUrl, gateModule } = host;
    const asked = defined({
      store,
      retention,
      runId,
      iteration,
      journal,
      timeoutMs,
      config,
      limits,
      sessionId,
      engine,
      env,
      gateUrl,
      gateModule,
    });
    const run = await runProfile({ ...asked, adapter, manager, changeId, ...(profile && { profile }) });
    const failed = run.skills.filter(({ passed }) => passed !== true).map(({ skill }) => skill);
    const why = run.toolchain.passed === true ? `failed: ${failed.join(', ')}` : 'failed: the toolchain does not fit';
    return {
      success: run.passed === true,
      message: `Profile ${run.profile} ${run.passed === true ? 'passed' : why}`,
      code: null,
      errors: [],
      warnings: run.problems.map(({ message }) => message),
      run,
    };
  } catch (error) {
    return refused(`The profile was not run: ${messageOf(error)}`, codeOf(error, 'err:protocol'), /** @type {any} */ (error)?.errors ?? []);
  }
}

/** @param {import('./index.js').GateReport} report @returns {ToolResult} */
function answer(report) {
  const { success, message, code, errors, warnings, checkpoint } = report;
  // Only `true` is a success.
  if (success === true)
    return { success: true, message, changes_applied: report.changes_applied, checkpoint: checkpoint ?? null, warnings };
  return {
    success: false,
    message,
    changes_rolled_back: report.changes_rolled_back,
    // Whether the files equal those before the call.
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

/** @param {any} adapter @param {string} path @returns {Promise<string | null>} Null if the file is missing. */
async function textAt(adapter, path) {
  let content;
  try {
    content = await adapter.read(path);
  } catch (error) {
    // Some adapters throw for a missing file; their list shows whether it exists.
    const listed = [...(await adapter.list('/'))].map((item) => relative(item?.path ?? item));
    if (listed.includes(relative(path))) throw error;
    return null;
  }
  if (content === null || content === undefined) return null;
  return typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content);
}

/** @param {unknown} path */
const relative = (path) => String(path).replace(/^\/+/, '');

/** @param {object} options @returns {any} */
const defined = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** An option, or what a function gives when it is needed. @param {any} option */
function optionValue(option) {
  return typeof option === 'function' ? option() : option;
}
