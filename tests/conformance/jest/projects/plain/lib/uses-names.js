import { get } from './names';

export const use = () => get();
