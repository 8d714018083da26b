import { get, other } from './names';

export class Service {
  constructor(name) {
    this.name = name;
  }

  load() {
    return get() + other();
  }

  static create() {
    return new Service('x');
  }

  get label() {
    return this.name;
  }
}

export function outer() {
  return inner();
}

export function inner() {
  return 'inner';
}

export const arrow = () => 'arrow';
export const later = async () => 'later';
export const config = { url: 'here', nested: { list: [1, 2, 3], fn: () => 1 } };
export let count = 0;
export const increase = () => {
  count += 1;
};
