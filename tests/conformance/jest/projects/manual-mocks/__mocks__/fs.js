/** Files in memory. */
const fs = jest.createMockFromModule('fs');
const files = new Map();
fs.writeFileSync = (path, text) => {
  files.set(path, text);
};
fs.readFileSync = (path) => files.get(path);

module.exports = fs;
