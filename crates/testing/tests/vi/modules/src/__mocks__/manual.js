export const who = () => 'mocks folder';
