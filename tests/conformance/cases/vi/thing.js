export const name = 'thing';
export function add(a, b) { return a + b; }
export const list = [1, 2];
export const nested = { deep: { f: () => 'real' }, n: 1 };
export class Thing { constructor() { this.made = true; } method() { return 'real'; } }
export default function main() { return 'real'; }
