/** What is mocked here is mocked in every test file. */
jest.mock('../lib/network', () => ({ fetchUser: jest.fn(async () => ({ name: 'mock' })) }));
jest.mock('../lib/automatic');
jest.mock('not-installed', () => ({ here: true }), { virtual: true });

globalThis.mockedInSetup = jest.fn(() => 'from setup');
