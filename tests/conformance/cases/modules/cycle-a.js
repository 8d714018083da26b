import { odd } from './cycle-b.js';
export const even = (n) => n === 0 || odd(n - 1);
