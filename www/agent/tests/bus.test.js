import { createBus } from '../src/bus.js';

describe('bus', () => {
  let bus;
  let heard;

  beforeEach(() => {
    bus = createBus({ keep: 3 });
    heard = [];
  });

  it('tells every listener, until it unsubscribes', () => {
    const off = bus.on('moved', (detail) => heard.push(['a', detail]));
    bus.on('moved', (detail) => heard.push(['b', detail]));
    bus.emit('moved', 1);
    off();
    bus.emit('moved', 2);
    expect(heard).toEqual([['a', 1], ['b', 1], ['b', 2]]);
  });

  it('tells once where once was asked for', () => {
    bus.once('moved', (detail) => heard.push(detail));
    bus.emit('moved', 1);
    bus.emit('moved', 2);
    expect(heard).toEqual([1]);
  });

  it('tells once even if the listener emits the same event', () => {
    bus.once('moved', (detail) => {
      heard.push(detail);
      bus.emit('moved', detail + 1);
    });
    bus.emit('moved', 1);
    expect(heard).toEqual([1]);
  });

  it('can take a once back', () => {
    bus.once('moved', (detail) => heard.push(detail))();
    bus.emit('moved', 1);
    expect(heard).toEqual([]);
  });

  it('remembers the last events, oldest first', () => {
    for (const n of [1, 2, 3, 4, 5]) bus.emit('moved', n);
    expect(bus.history()).toEqual([
      { type: 'moved', detail: 3 },
      { type: 'moved', detail: 4 },
      { type: 'moved', detail: 5 },
    ]);
  });

  it('remembers an event whose listener throws', () => {
    bus.on('moved', () => {
      throw new Error('stuck');
    });
    expect(() => bus.emit('moved', 1)).toThrow('stuck');
    expect(bus.history()).toHaveLength(1);
  });

  it('gives out copies of its memory', () => {
    bus.emit('moved', 1);
    bus.history()[0].type = 'forged';
    bus.history().length = 0;
    expect(bus.history()).toEqual([{ type: 'moved', detail: 1 }]);
  });

  it('keeps fifty events unless told otherwise', () => {
    const other = createBus();
    for (let n = 0; n < 60; n++) other.emit('tick', n);
    expect(other.history()).toHaveLength(50);
    expect(other.history()[0].detail).toBe(10);
  });
});
