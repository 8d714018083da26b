export const who = () => 'real';
