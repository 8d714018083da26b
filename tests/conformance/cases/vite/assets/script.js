let count = 0;
export const next = () => ++count;
export const { url, filename, dirname } = import.meta;
export default "default";
