import { createNanoEvents } from '/lib/nanoevents/index.js';

describe('nanoevents', () => {
  let emitter;
  let calls;

  beforeEach(() => {
    emitter = createNanoEvents();
    calls = [];
  });

  const note = (name) => (...args) => calls.push([name, ...args]);

  it('is empty at first', () => {
    expect(emitter.events).toEqual({});
  });

  it('emits an event that nobody listens to', () => {
    expect(() => emitter.emit('nothing', 1)).not.toThrow();
    expect(calls).toHaveLength(0);
  });

  it('passes every argument on', () => {
    emitter.on('event', note('a'));
    emitter.emit('event');
    emitter.emit('event', 1);
    emitter.emit('event', 1, undefined, [3]);
    expect(calls).toEqual([['a'], ['a', 1], ['a', 1, undefined, [3]]]);
  });

  it('passes the very object that was emitted', () => {
    const detail = { deep: { value: 1 } };
    emitter.on('event', (given) => {
      given.seen = true;
      calls.push(given);
    });
    emitter.emit('event', detail);
    expect(calls[0]).toBe(detail);
    expect(detail.seen).toBe(true);
  });

  it('calls listeners in the order in which they came', () => {
    for (const name of ['a', 'b', 'c']) emitter.on('event', note(name));
    emitter.emit('event');
    expect(calls.map(([name]) => name)).toEqual(['a', 'b', 'c']);
  });

  it('keeps events apart', () => {
    emitter.on('one', note('one'));
    emitter.on('two', note('two'));
    emitter.emit('two', 2);
    expect(calls).toEqual([['two', 2]]);
  });

  it('calls one function as often as it was added', () => {
    const listener = note('a');
    emitter.on('event', listener);
    emitter.on('event', listener);
    emitter.emit('event');
    expect(calls).toHaveLength(2);
  });

  it('ends all subscriptions of one function at once', () => {
    const listener = note('a');
    const off = emitter.on('event', listener);
    emitter.on('event', listener);
    off();
    emitter.emit('event');
    expect(calls).toHaveLength(0);
  });

  it('unbinds a listener, and leaves the others', () => {
    emitter.on('event', note('a'));
    const off = emitter.on('event', note('b'));
    emitter.on('event', note('c'));
    off();
    emitter.emit('event');
    expect(calls.map(([name]) => name)).toEqual(['a', 'c']);
  });

  it('can be unbound twice', () => {
    const off = emitter.on('event', note('a'));
    off();
    expect(off).not.toThrow();
    expect(emitter.events.event).toEqual([]);
  });

  it('can be unbound after its events are gone', () => {
    const off = emitter.on('event', note('a'));
    emitter.events = {};
    expect(off).not.toThrow();
  });

  it('still calls a listener that is removed while the event is on its way', () => {
    emitter.on('event', () => {
      offLater();
      calls.push(['first']);
    });
    const offLater = emitter.on('event', note('second'));
    emitter.emit('event');
    emitter.emit('event');
    expect(calls).toEqual([['first'], ['second'], ['first']]);
  });

  it('does not call a listener that is added while the event is on its way', () => {
    emitter.on('event', () => {
      if (calls.length === 0) emitter.on('event', note('late'));
      calls.push(['first']);
    });
    emitter.emit('event');
    expect(calls).toEqual([['first']]);
    emitter.emit('event');
    expect(calls).toEqual([['first'], ['first'], ['late']]);
  });

  it('lets what a listener throws through, and goes on afterwards', () => {
    let fail = true;
    emitter.on('event', () => {
      if (fail) throw new Error('first failed');
    });
    emitter.on('event', note('second'));
    expect(() => emitter.emit('event')).toThrow('first failed');
    expect(calls).toHaveLength(0);
    fail = false;
    emitter.emit('event');
    expect(calls).toEqual([['second']]);
  });

  it('emits from within a listener', () => {
    emitter.on('count', (n) => {
      calls.push(n);
      if (n > 0) emitter.emit('count', n - 1);
    });
    emitter.emit('count', 3);
    expect(calls).toEqual([3, 2, 1, 0]);
  });

  it('keeps emitters apart', () => {
    const other = createNanoEvents();
    emitter.on('event', note('a'));
    other.emit('event');
    expect(calls).toHaveLength(0);
    expect(other.events).not.toBe(emitter.events);
  });
});
