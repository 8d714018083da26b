/**
 * `URL` as Node has it. Chromium escapes a space in a host, which Node and the specification refuse, and its messages are others.
 * @module
 */

import { native } from './natives.js';
import { apply, construct, defineProperty, getOwnPropertyDescriptor, TypeErrorClass } from './primordials.js';

const Real = URL;
const property = (name) => getOwnPropertyDescriptor(Real.prototype, name);
const real = { protocol: property('protocol').get, host: property('host'), hostname: property('hostname'), href: property('href') };
/** Schemes whose hosts are names of domains. */
const SPECIAL = /^(?:https?|wss?|ftp|file):$/;
const isEscaped = (url) => apply(real.hostname.get, url, []).includes('%20') && SPECIAL.test(apply(real.protocol, url, []));

/** Node's error for a text that is no URL. */
export function invalidUrl(input, base) {
  const error = Object.assign(new TypeErrorClass('Invalid URL'), { code: 'ERR_INVALID_URL', input });
  return base === undefined ? error : Object.assign(error, { base });
}

const { usv } = native;
const texts = ([input, base]) => [usv(input), base === undefined ? undefined : usv(base)];

/** The URL of texts; `undefined` if there is none. */
function parsed(input, base, target = Real) {
  try {
    const url = construct(Real, [input, base], target);
    return isEscaped(url) ? undefined : url;
  } catch {
    return undefined;
  }
}

const Checked = new Proxy(Real, {
  construct(_, args, target) {
    if (args.length === 0) return construct(Real, args);
    const [input, base] = texts(args);
    const url = parsed(input, base, target === Checked ? Real : target);
    if (url === undefined) throw invalidUrl(input, base);
    return url;
  },
});

const setters = {
  set host(value) {
    setChecked(this, 'host', value);
  },
  set hostname(value) {
    setChecked(this, 'hostname', value);
  },
  set href(value) {
    const text = usv(value);
    if (parsed(text) === undefined) throw invalidUrl(text);
    apply(real.href.set, this, [text]);
  },
};

/** What is no host changes nothing. */
function setChecked(url, name, value) {
  const before = apply(real.href.get, url, []);
  apply(real[name].set, url, [value]);
  if (isEscaped(url)) apply(real.href.set, url, [before]);
}

/** The class whose instances are all URLs. */
export function checkedUrl() {
  for (const name of ['host', 'hostname', 'href'])
    defineProperty(Real.prototype, name, { ...real[name], set: getOwnPropertyDescriptor(setters, name).set });
  const statics = {
    canParse: (...args) => parsed(...texts(args)) !== undefined,
    parse: (...args) => parsed(...texts(args)) ?? null,
  };
  for (const name of ['canParse', 'parse']) {
    const method = getOwnPropertyDescriptor(Real, name);
    // Without an argument, the message is the engine's.
    const checked = { [name]: (...args) => (args.length === 0 ? apply(method.value, Real, args) : statics[name](...args)) }[name];
    defineProperty(Real, name, { ...method, value: checked });
  }
  Real.prototype.constructor = Checked;
  return Checked;
}
