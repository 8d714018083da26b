export const kept = () => 'kept';
export const replaced = () => 'real';
