import { even } from './cycle-a.js';
export const odd = (n) => n !== 0 && even(n - 1);
