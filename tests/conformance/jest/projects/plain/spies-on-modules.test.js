/** Spies on the exports of a module. */
import * as service from './lib/service';
import { outer, inner, count, increase } from './lib/service';

afterEach(() => jest.restoreAllMocks());

test('an export', () => {
  const spy = jest.spyOn(service, 'arrow').mockReturnValue('spied');
  expect(service.arrow()).toBe('spied');
  expect(spy).toHaveBeenCalledTimes(1);
});
test('restored', () => expect(service.arrow()).toBe('arrow'));
test('a named import sees the spy', () => {
  jest.spyOn(service, 'inner').mockReturnValue('spied');
  expect(inner()).toBe('spied');
});
test('the module itself does not', () => {
  jest.spyOn(service, 'inner').mockReturnValue('spied');
  expect(outer()).toBe('inner');
});
test('live bindings', () => {
  expect(count).toBe(0);
  increase();
  expect(count).toBe(1);
});
test('required is the same', () => expect(require('./lib/service').arrow).toBe(service.arrow));
test('a required module', () => {
  const common = require('./lib/common');
  jest.spyOn(common, 'get').mockReturnValue('spied');
  expect(require('./lib/common').get()).toBe('spied');
});
test('replaceProperty', () => {
  const replaced = jest.replaceProperty(service.config, 'url', 'there');
  expect(service.config.url).toBe('there');
  replaced.replaceValue('elsewhere');
  expect(service.config.url).toBe('elsewhere');
  replaced.restore();
  expect(service.config.url).toBe('here');
});
test('a prototype', () => {
  jest.spyOn(service.Service.prototype, 'load').mockImplementation(() => 'proto');
  expect(new service.Service('a').load()).toBe('proto');
});
test('a getter', () => {
  jest.spyOn(service.Service.prototype, 'label', 'get').mockReturnValue('got');
  expect(new service.Service('a').label).toBe('got');
});
test('a static method', () => {
  jest.spyOn(service.Service, 'create').mockReturnValue('made');
  expect(service.Service.create()).toBe('made');
});
test('must fail: a spy that was not called', () => {
  expect(jest.spyOn(service, 'arrow')).toHaveBeenCalled();
});
