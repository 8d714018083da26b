export interface Options {
  round?: boolean;
}

export function sum(a: number, b: number, options?: Options): number {
  return options?.round ? Math.round(a + b) : a + b;
}
