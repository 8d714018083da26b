export const name = 'a';
export default 'a by default';
