export const flag = 'real';
