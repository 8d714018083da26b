/** Automatic mocks of functions, classes and values. */
import Thing, { get } from './lib/names';
import { Service, config, arrow, later } from './lib/service';

jest.mock('./lib/names');
jest.mock('./lib/service');

test('a function', () => {
  expect(get()).toBeUndefined();
  expect(jest.isMockFunction(get)).toBe(true);
});
test('an async function', () => {
  expect(later()).toBeUndefined();
});
test('a default class', () => {
  const thing = new Thing();
  expect(thing.run()).toBeUndefined();
  expect(Thing.mock.instances).toHaveLength(1);
  expect(Thing.make()).toBeUndefined();
});
test('a class', () => {
  const service = new Service('a');
  expect(service.load()).toBeUndefined();
  expect(Service).toHaveBeenCalledWith('a');
  expect(Service.mock.instances[0].load).toHaveBeenCalledTimes(1);
  expect(service).toBeInstanceOf(Service);
  expect(service.name).toBeUndefined();
});
test('a static method', () => expect(Service.create()).toBeUndefined());
test('values', () => {
  expect(config.url).toBe('here');
  expect(config.nested.list).toEqual([]);
  expect(config.nested.fn()).toBeUndefined();
});
test('mockImplementation of a class', () => {
  Service.mockImplementation(() => ({ load: () => 'made' }));
  expect(new Service().load()).toBe('made');
});
test('mockReturnValue', () => {
  arrow.mockReturnValueOnce(1).mockReturnValue(2);
  expect([arrow(), arrow(), arrow()]).toEqual([1, 2, 2]);
});
test('mockReset', () => {
  arrow.mockReset();
  expect(arrow()).toBeUndefined();
});
test('the actual module', () => expect(jest.requireActual('./lib/names').get()).toBe('real get'));
