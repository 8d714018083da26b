export const name = 'b';
export default 'b by default';
