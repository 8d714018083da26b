export const state = { n: 0 };
export const bump = () => ++state.n;
