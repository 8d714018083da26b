export const name = 'hidden';
