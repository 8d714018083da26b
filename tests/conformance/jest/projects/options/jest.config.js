/** Options that projects set in a file of their own. */
module.exports = {
  displayName: 'options',
  fakeTimers: { enableGlobally: true },
  globals: { VERSION: '1.0', SETTINGS: { list: [1, 2] } },
  resetModules: true,
  roots: ['<rootDir>/checks'],
  snapshotSerializers: ['<rootDir>/lib/serializer.js'],
  testMatch: ['**/__tests__/**/*.js', '**/*.check.js'],
  testPathIgnorePatterns: ['/ignored'],
};
