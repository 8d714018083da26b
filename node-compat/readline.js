'use strict';
// node:readline: the lines of a stream. There is no terminal to edit a line in.
(function ({ primordials, require }) {
  const {
    Error,
    Promise,
    PromiseResolve,
    RegExp,
    ArrayPrototypePush,
    ArrayPrototypeShift,
    ObjectDefineProperty,
    ReflectApply,
    RegExpPrototypeExec,
    StringPrototypeSlice,
    SymbolAsyncIterator,
  } = primordials;
  const { coded, invalidArgType, invalidArgValue, validateFunction } = require('errors');
  const { exports: events } = require('emitter');
  const { StringDecoder } = require('string-decoder').default;
  const { EventEmitter } = events;

  const LINE_ENDING = new RegExp('\\r?\\n|\\r');
  const isStream = (value) => value !== null && typeof value === 'object' && typeof value.on === 'function';

  /** `refused(name)` throws why there is no terminal. */
  function make(refused) {
    class Interface extends EventEmitter {
      #decoder = new StringDecoder('utf8');
      #rest = '';
      // A `\n` after a `\r` at the end of the last piece ends no second line.
      #afterReturn = false;
      #question;
      #ondata = (chunk) => this.#take(this.#decoder.write(chunk));
      #onend = () => {
        this.#take(this.#decoder.end());
        const rest = this.#rest;
        this.#rest = '';
        if (rest !== '') this.#line(rest);
        this.close();
      };
      #onerror = (error) => this.emit('error', error);
      constructor(input, output, completer, terminal) {
        super();
        let { signal, prompt = '> ' } = {};
        if (input !== null && typeof input === 'object' && !isStream(input)) {
          ({ input, output, completer, terminal, signal, prompt = '> ' } = input);
        }
        if (completer !== undefined && completer !== null && typeof completer !== 'function') throw invalidArgValue('completer', completer);
        if (terminal || !isStream(input)) refused('createInterface');
        this.input = input;
        this.output = output;
        this.terminal = false;
        this.line = '';
        this.cursor = 0;
        this.closed = false;
        this.paused = false;
        this.prompted = prompt;
        ObjectDefineProperty(this, 'prompted', { enumerable: false });
        input.on('error', this.#onerror);
        input.on('data', this.#ondata);
        input.on('end', this.#onend);
        if (signal !== undefined) {
          if (signal.aborted) this.close();
          else signal.addEventListener('abort', () => this.close(), { once: true });
        }
        if (!this.closed) input.resume();
      }
      #take(text) {
        if (text === '') return;
        if (this.#afterReturn && text[0] === '\n') text = StringPrototypeSlice(text, 1);
        this.#afterReturn = false;
        if (text === '') return;
        this.#rest += text;
        for (let found; (found = RegExpPrototypeExec(LINE_ENDING, this.#rest)) !== null; ) {
          const line = StringPrototypeSlice(this.#rest, 0, found.index),
            end = found.index + found[0].length;
          this.#afterReturn = found[0] === '\r' && end === this.#rest.length;
          this.#rest = StringPrototypeSlice(this.#rest, end);
          this.#line(line);
        }
      }
      #line(line) {
        const asked = this.#question;
        this.#question = undefined;
        if (asked !== undefined) asked(line);
        else this.emit('line', line);
      }
      #open() {
        if (this.closed) throw coded(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
      }
      getPrompt() {
        return this.prompted;
      }
      setPrompt(prompt) {
        this.prompted = prompt;
      }
      prompt() {
        if (this.paused) this.resume();
        this.output?.write(this.prompted);
      }
      question(query, options, answer) {
        if (typeof options === 'function') answer = options;
        validateFunction(answer, 'cb');
        this.#open();
        if (this.#question !== undefined) return this.prompt();
        this.output?.write(query);
        this.#question = answer;
      }
      pause() {
        if (this.paused) return this;
        this.input.pause();
        this.paused = true;
        this.emit('pause');
        return this;
      }
      resume() {
        if (!this.paused) return this;
        this.input.resume();
        this.paused = false;
        this.emit('resume');
        return this;
      }
      write(text) {
        this.#open();
        if (this.paused) this.resume();
        this.#take(typeof text === 'string' ? text : this.#decoder.write(text));
      }
      close() {
        if (this.closed) return;
        this.pause();
        this.closed = true;
        this.input.removeListener('data', this.#ondata);
        this.input.removeListener('end', this.#onend);
        this.emit('close');
      }
      [SymbolAsyncIterator]() {
        return lines(this);
      }
    }
    return Interface;
  }

  // Lines that nobody has taken yet wait, and so does who asks for a line.
  function lines(reader) {
    const ready = [],
      waiting = [];
    let ended = reader.closed,
      failed;
    const step = (value, done) => ({ value, done });
    reader.on('line', (line) => {
      if (waiting.length > 0) ArrayPrototypeShift(waiting).resolve(step(line, false));
      else ArrayPrototypePush(ready, line);
    });
    reader.on('close', () => {
      ended = true;
      while (waiting.length > 0) ArrayPrototypeShift(waiting).resolve(step(undefined, true));
    });
    reader.on('error', (error) => {
      if (waiting.length > 0) ArrayPrototypeShift(waiting).reject(error);
      else failed = { error };
    });
    return {
      next() {
        if (ready.length > 0) return PromiseResolve(step(ArrayPrototypeShift(ready), false));
        if (failed !== undefined) {
          const { error } = failed;
          failed = undefined;
          return primordials.PromiseReject(error);
        }
        if (ended) return PromiseResolve(step(undefined, true));
        return new Promise((resolve, reject) => ArrayPrototypePush(waiting, { resolve, reject }));
      },
      return() {
        reader.close();
        return PromiseResolve(step(undefined, true));
      },
      [SymbolAsyncIterator]() {
        return this;
      },
    };
  }

  /** `node:readline` and `node:readline/promises`, without what needs a terminal. */
  function load(refused) {
    const Interface = make(refused);
    class Asking extends Interface {
      question(query, options) {
        return new Promise((resolve, reject) => {
          const signal = options?.signal;
          if (signal?.aborted) return reject(signal.reason);
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          ReflectApply(super.question, this, [query, resolve]);
        });
      }
    }
    const called = (Class) => (input, output, completer, terminal) => new Class(input, output, completer, terminal);
    const named = (Class) => ObjectDefineProperty(called(Class), 'name', { value: 'createInterface', configurable: true });
    return {
      main: { Interface, createInterface: named(Interface) },
      promises: { Interface: ObjectDefineProperty(Asking, 'name', { value: 'Interface' }), createInterface: named(Asking) },
    };
  }
  return { load };
});
