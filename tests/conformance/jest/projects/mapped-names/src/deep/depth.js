export const depth = () => 2;
