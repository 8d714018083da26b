'use strict';
// `util.parseArgs` and `util.parseEnv`.
(function ({ primordials, require }) {
  const {
    Error,
    TypeError,
    ObjectKeys,
    ArrayIsArray,
    ArrayPrototypePush,
    ArrayPrototypeSlice,
    StringPrototypeIndexOf,
    StringPrototypeSlice,
    StringPrototypeStartsWith,
  } = primordials;
  const { coded, invalidArgType, invalidArgValue, validateObject } = require('errors');

  const own = (object, key) => primordials.ObjectGetOwnPropertyDescriptor(object, key)?.value;
  const unknown = (name, positionals) =>
    coded(
      TypeError,
      'ERR_PARSE_ARGS_UNKNOWN_OPTION',
      `Unknown option '${name}'${positionals ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${name}"` : ''}`,
    );

  function options(config) {
    const found = config.options ?? {};
    validateObject(found, 'options');
    const names = ObjectKeys(found);
    for (let i = 0; i < names.length; i++) {
      const option = found[names[i]],
        at = `options.${names[i]}`;
      validateObject(option, at);
      if (option.type !== 'string' && option.type !== 'boolean') throw invalidArgType(`${at}.type`, ['string', 'boolean'], option.type);
      if (option.short !== undefined) {
        if (typeof option.short !== 'string') throw invalidArgType(`${at}.short`, ['string'], option.short);
        if (option.short.length !== 1) throw invalidArgValue(`${at}.short`, option.short, 'must be a single character');
      }
      if (option.multiple !== undefined && typeof option.multiple !== 'boolean')
        throw invalidArgType(`${at}.multiple`, ['boolean'], option.multiple);
    }
    return found;
  }

  // The pieces of a command line, as Node names them.
  function tokensOf(args, known) {
    const tokens = [];
    const shorts = { __proto__: null },
      names = ObjectKeys(known);
    for (let i = 0; i < names.length; i++) if (known[names[i]].short) shorts[known[names[i]].short] = names[i];
    const takes = (name) => own(known, name)?.type === 'string';
    const add = (name, rawName, index, value, inlineValue) =>
      ArrayPrototypePush(tokens, { kind: 'option', name, rawName, index, value, inlineValue });
    for (let index = 0; index < args.length; index++) {
      const arg = `${args[index]}`;
      const next = () =>
        index + 1 < args.length && args[index + 1] !== null && args[index + 1] !== undefined ? `${args[++index]}` : undefined;
      if (arg === '--') {
        ArrayPrototypePush(tokens, { kind: 'option-terminator', index });
        while (++index < args.length) ArrayPrototypePush(tokens, { kind: 'positional', index, value: args[index] });
      } else if (arg.length > 1 && arg[0] === '-' && arg[1] !== '-') {
        for (let at = 1; at < arg.length; at++) {
          const name = shorts[arg[at]] ?? arg[at],
            rawName = `-${arg[at]}`,
            here = index;
          if (!takes(name)) add(name, rawName, here, undefined, undefined);
          else if (at + 1 < arg.length) {
            add(name, rawName, here, StringPrototypeSlice(arg, at + 1), true);
            break;
          } else {
            const value = next();
            add(name, rawName, here, value, value === undefined ? undefined : false);
          }
        }
      } else if (StringPrototypeStartsWith(arg, '--')) {
        const equals = StringPrototypeIndexOf(arg, '=', 3),
          here = index;
        if (equals > 0)
          add(
            StringPrototypeSlice(arg, 2, equals),
            StringPrototypeSlice(arg, 0, equals),
            here,
            StringPrototypeSlice(arg, equals + 1),
            true,
          );
        else {
          const name = StringPrototypeSlice(arg, 2),
            value = takes(name) ? next() : undefined;
          add(name, arg, here, value, value === undefined ? undefined : false);
        }
      } else ArrayPrototypePush(tokens, { kind: 'positional', index, value: args[index] });
    }
    return tokens;
  }

  function check(token, known, positionals) {
    const option = own(known, token.name);
    if (option === undefined) throw unknown(token.rawName, positionals);
    const shown = `${option.short ? `-${option.short}, ` : ''}--${token.name}`;
    const invalid = (message) => coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', message);
    if (option.type === 'string' && typeof token.value !== 'string') throw invalid(`Option '${shown} <value>' argument missing`);
    if (option.type === 'boolean' && token.value !== undefined) throw invalid(`Option '${shown}' does not take an argument`);
    if (token.inlineValue === false && token.value.length > 1 && token.value[0] === '-') {
      const short = token.rawName.length === 2;
      const hint = short ? `'--${token.name}=-XYZ'` : `'${token.rawName}=-XYZ'`;
      throw invalid(
        `Option '${token.rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${token.rawName}'?\nTo specify an option argument starting with a dash use ${short ? `${hint} or '${token.rawName}-XYZ'` : hint}.`,
      );
    }
  }

  function parseArgs(config = {}) {
    validateObject(config, 'config');
    const args = config.args ?? ArrayPrototypeSlice(require('process').process.argv, 2);
    if (!ArrayIsArray(args)) throw invalidArgType('args', ['Array'], args);
    const strict = config.strict ?? true,
      allowed = config.allowPositionals ?? !strict,
      known = options(config);
    const tokens = tokensOf(args, known),
      values = { __proto__: null },
      positionals = [];
    const store = (name, value) => {
      if (name === '__proto__') return;
      if (!own(known, name)?.multiple) values[name] = value;
      else if (values[name]) ArrayPrototypePush(values[name], value);
      else values[name] = [value];
    };
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      if (token.kind === 'option') {
        if (strict) check(token, known, allowed);
        store(token.name, token.value ?? true);
      } else if (token.kind === 'positional') {
        if (!allowed)
          throw coded(
            TypeError,
            'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
            `Unexpected argument '${token.value}'. This command does not take positional arguments`,
          );
        ArrayPrototypePush(positionals, token.value);
      }
    }
    const names = ObjectKeys(known);
    for (let i = 0; i < names.length; i++)
      if (known[names[i]].default !== undefined && values[names[i]] === undefined) values[names[i]] = known[names[i]].default;
    const result = { values, positionals };
    if (config.tokens) result.tokens = tokens;
    return result;
  }

  const KEY = /^[ \t]*(?:export[ \t]+)?([^\s=#]+)[ \t]*=[ \t]*/;
  // A text as the `.env` file that it is of.
  function parseEnv(content) {
    require('errors').validateString(content, 'content');
    const values = {};
    let rest = primordials.StringPrototypeReplace(content, /\r\n?/g, '\n');
    while (rest !== '') {
      const found = primordials.RegExpPrototypeExec(KEY, rest);
      const end = StringPrototypeIndexOf(rest, '\n'),
        line = end < 0 ? rest.length : end;
      if (found === null || found[0].length > line) {
        rest = StringPrototypeSlice(rest, line + 1);
        continue;
      }
      const after = StringPrototypeSlice(rest, found[0].length),
        quote = after[0];
      const close = quote === '"' || quote === "'" || quote === '`' ? StringPrototypeIndexOf(after, quote, 1) : -1;
      let value, used;
      if (close > 0) {
        value = StringPrototypeSlice(after, 1, close);
        if (quote === '"') value = primordials.StringPrototypeReplace(value, /\\n/g, '\n');
        const next = StringPrototypeIndexOf(after, '\n', close);
        used = next < 0 ? after.length : next + 1;
      } else {
        const next = StringPrototypeIndexOf(after, '\n');
        used = next < 0 ? after.length : next + 1;
        value = next < 0 ? after : StringPrototypeSlice(after, 0, next);
        const comment = StringPrototypeIndexOf(value, '#');
        if (comment >= 0) value = StringPrototypeSlice(value, 0, comment);
        value = primordials.StringPrototypeReplace(value, /[ \t]+$/, '');
      }
      values[found[1]] = value;
      rest = StringPrototypeSlice(after, used);
    }
    return values;
  }
  return { parseArgs, parseEnv };
});
