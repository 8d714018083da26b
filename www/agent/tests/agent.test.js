import { createAgent } from '../src/agent.js';
import { createBus } from '/src/bus.js';

describe('agent', () => {
  it('starts where it is, having done nothing', () => {
    const agent = createAgent();
    expect(agent.place).toEqual([0, 0]);
    expect(agent.report()).toEqual({ steps: 0, places: 0, territory: 0, color: '#191970' });
  });

  it('goes where it is told', () => {
    const agent = createAgent();
    for (const direction of ['north', 'north', 'east', 'south', 'west', 'west']) agent.step(direction);
    expect(agent.place).toEqual([-1, 1]);
    expect(agent.report().steps).toBe(6);
  });

  it('refuses directions that there are not', () => {
    const agent = createAgent();
    for (const direction of ['up', '', 'toString', '__proto__', null]) {
      expect(() => agent.step(direction)).toThrow(TypeError);
    }
    expect(agent.place).toEqual([0, 0]);
  });

  it('gives out its place, not itself', () => {
    const agent = createAgent();
    agent.place.push('forged');
    expect(agent.place).toEqual([0, 0]);
  });

  it('refuses readings out of range', () => {
    const agent = createAgent();
    for (const reading of [-0.1, 1.1, NaN, undefined, 'much']) expect(() => agent.observe(reading)).toThrow(RangeError);
    expect(agent.report().places).toBe(0);
  });

  it('plans to go where it has not been', () => {
    const agent = createAgent();
    agent.observe(0.5);
    expect(agent.plan()).toBe('north');
    agent.step('north');
    agent.observe(0.5);
    agent.step('south');
    expect(agent.plan()).toBe('east');
  });

  it('goes north where it knows everything around', () => {
    const agent = createAgent();
    for (const [there, back] of [['north', 'south'], ['east', 'west'], ['south', 'north'], ['west', 'east']]) {
      agent.step(there);
      agent.observe(0);
      agent.step(back);
    }
    expect(agent.place).toEqual([0, 0]);
    expect(agent.plan()).toBe('north');
  });

  it('tells what it does', () => {
    const bus = createBus();
    const heard = [];
    bus.on('moved', (detail) => heard.push(detail));
    bus.on('observed', (detail) => heard.push(detail));
    const agent = createAgent({ bus });
    agent.observe(0.25);
    agent.step('west');
    expect(heard).toEqual([
      { place: [0, 0], reading: 0.25 },
      { direction: 'west', place: [-1, 0] },
    ]);
    expect(bus.history().map(({ type }) => type)).toEqual(['observed', 'moved']);
  });

  it('explores with a sensor that takes its time', async () => {
    const agent = createAgent();
    const asked = [];
    const report = await agent.explore(5, async (place) => {
      asked.push(place);
      await Promise.resolve();
      return 1;
    });
    expect(asked).toEqual([[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]);
    expect(report).toEqual({ steps: 5, places: 5, territory: 0, color: '#ffd700' });
  });

  it('stops where its sensor fails', async () => {
    const agent = createAgent();
    const sense = async ([, y]) => {
      if (y === 2) throw new Error('fog');
      return 0;
    };
    await expect(agent.explore(5, sense)).rejects.toThrow('fog');
    expect(agent.report().places).toBe(2);
  });

  it('measures the land that it knows', () => {
    const agent = createAgent();
    for (const direction of ['east', 'east', 'north', 'north', 'west', 'west', 'south']) {
      agent.observe(0.5);
      agent.step(direction);
    }
    agent.observe(0.5);
    expect(agent.report().territory).toBe(4);
  });

  it('forgets what is longest ago', () => {
    const agent = createAgent({ capacity: 3 });
    for (let index = 0; index < 10; index++) {
      agent.observe(0);
      agent.step('east');
    }
    expect(agent.report().places).toBe(3);
  });
});
