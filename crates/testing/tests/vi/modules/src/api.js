export const getUser = (id) => `real ${id}`;
export function deleteUser(id) { return `deleted ${id}` }
export const version = 7;
export default class Client {
  static kind = 'real';
  constructor(name) { this.name = name }
  call() { return `call ${this.name}` }
  get lazy() { return 'lazy' }
}
export const list = [1, 2, () => 3];
export const nested = { deep: { f: () => 'f', n: 5, s: 'text' }, arr: [1] };
export let counter = 0;
export const count = () => ++counter;
export const viaLocal = (id) => getUser(id);
