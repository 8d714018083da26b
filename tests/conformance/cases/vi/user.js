import main, { add, name } from './thing.js';
export const sum = (...numbers) => numbers.reduce((a, b) => add(a, b));
export const told = () => `${name} ${main()}`;
