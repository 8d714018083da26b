export interface Shape { size: number }
export const one: number = 1;
export const two = 2 as const;
export default { one, two };
