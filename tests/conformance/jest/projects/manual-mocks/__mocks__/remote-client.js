/** Stands for a package, which need not be installed. */
module.exports = {
  get: jest.fn(() => Promise.resolve({ data: 'manual' })),
};
