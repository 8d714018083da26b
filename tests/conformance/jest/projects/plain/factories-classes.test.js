/** A class whose instances a factory makes. */
import { Service, arrow } from './lib/service';

const mockSave = jest.fn().mockResolvedValue('saved');
jest.mock('./lib/service', () => ({
  Service: jest.fn().mockImplementation(() => ({ load: mockSave })),
  arrow: jest.fn().mockReturnValue(5),
}));

beforeEach(() => {
  Service.mockClear();
  mockSave.mockClear();
});

test('a variable that begins with mock', async () => {
  expect(await new Service().load()).toBe('saved');
  expect(mockSave).toHaveBeenCalledTimes(1);
});
test('cleared', () => {
  expect(Service).not.toHaveBeenCalled();
  expect(arrow()).toBe(5);
});
