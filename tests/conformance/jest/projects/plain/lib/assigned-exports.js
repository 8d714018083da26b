import { get } from './names';

const greet = (name) => `hello ${name}`;
module.exports = greet;
module.exports.greet = greet;
module.exports.greeting = 'hello';
module.exports.get = get;
