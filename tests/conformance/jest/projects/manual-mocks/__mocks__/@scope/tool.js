export const tool = () => 'manual tool';
export default 'scoped';
