/**
 * `environment: 'dom'`: happy-dom's window replaces the globals of a page. The frame provides its source on request.
 * @module
 */

import { run } from './state.js';
import { loadNode } from './node.js';
import { evaluate } from './scripts.js';
import { noteUse } from './uses.js';
import { defineProperty, getOwnPropertyDescriptor, indirectEval, ownKeys } from './primordials.js';

/** Globals that stay the engine's own. */
const KEPT = new Set([
  'globalThis',
  'global',
  'undefined',
  'NaN',
  'Infinity',
  'eval',
  'console',
  'process',
  'Buffer',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'performance',
  'crypto',
  'structuredClone',
  'URL',
  'URLSearchParams',
  'Response',
  'Request',
  'Headers',
  'AbortController',
  'AbortSignal',
  'Event',
  'EventTarget',
  'TextEncoder',
  'TextDecoder',
  'WebAssembly',
  'Array',
  'Object',
  'Function',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Promise',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
  'Symbol',
  'RegExp',
  'Date',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'Math',
  'JSON',
  'Reflect',
  'Proxy',
  'Intl',
  'ArrayBuffer',
  'DataView',
  'Atomics',
  'isNaN',
  'isFinite',
  'parseInt',
  'parseFloat',
  'encodeURI',
  'decodeURI',
  'encodeURIComponent',
  'decodeURIComponent',
  'escape',
  'unescape',
]);
/** Globals that the window replaces although the engine has them. */
const TAKEN = ['URL', 'Request', 'Response', 'Headers', 'Event', 'CustomEvent', 'EventTarget', 'AbortController', 'AbortSignal'];

/** Runs a script of happy-dom on its window. */
class Script {
  #code;
  constructor(code) {
    this.#code = code;
  }
  runInContext(window) {
    return indirectEval(`(function () {${this.#code}\n})`).call(window);
  }
}
/** Node modules that happy-dom requires: the engine's own features, and our modules. */
const NODE = {
  __proto__: null,
  vm: () => ({ Script, isContext: () => false, createContext() {} }),
  'stream/web': () => globalThis,
  buffer: () => ({ Buffer, Blob, File }),
  url: () => ({ ...loadNode('url').default, URL, URLSearchParams }),
  perf_hooks: () => globalThis,
};

/** Requests the source of happy-dom from the frame. */
const source = () =>
  new Promise((resolve) => {
    const hear = ({ data }) => {
      if (data.n !== 'dom') return;
      run.frame.removeEventListener('message', hear);
      resolve(data.value);
    };
    run.frame.addEventListener('message', hear);
    run.frame.postMessage({ type: 'dom', n: 'dom' });
  });

/** Installs the globals of a window. */
export async function installDom() {
  noteUse('a DOM');
  const text = await source();
  defineProperty(globalThis, '__verdict_dom_node', {
    __proto__: null,
    value: (name) => {
      try {
        return NODE[name]?.() ?? loadNode(name).default ?? {};
      } catch {
        return {};
      }
    },
    configurable: true,
  });
  const { Window } = evaluate(`${text}\n;verdictDom\n//# sourceURL=harness.js/happy-dom`, 'harness');
  const window = new Window({
    url: 'http://localhost:3000/',
    width: 1024,
    height: 768,
    settings: {
      disableJavaScriptEvaluation: true,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
    },
  });
  const names = new Set();
  for (let object = window; object !== null && object !== Object.prototype; object = Object.getPrototypeOf(object))
    for (const key of ownKeys(object)) if (typeof key === 'string') names.add(key);
  for (const name of names) {
    if (
      (KEPT.has(name) && !TAKEN.includes(name)) ||
      name.startsWith('_') ||
      getOwnPropertyDescriptor(globalThis, name)?.configurable === false
    )
      continue;
    let value;
    try {
      value = window[name];
    } catch {
      continue;
    }
    const own = typeof value === 'function' && !/^[A-Z]/.test(name) ? value.bind(window) : value;
    let set = own,
      isSet = false;
    defineProperty(globalThis, name, {
      __proto__: null,
      get: () => (isSet || typeof value === 'function' ? set : window[name]),
      set(next) {
        set = next;
        isSet = true;
      },
      enumerable: false,
      configurable: true,
    });
  }
  for (const name of ['window', 'self', 'top', 'parent'])
    defineProperty(globalThis, name, { __proto__: null, value: globalThis, writable: true, enumerable: false, configurable: true });
  defineProperty(globalThis, 'happyDOM', { __proto__: null, value: window.happyDOM, configurable: true });
}
