export const name = 'c';
export const only = 1;
export default 'c by default';
