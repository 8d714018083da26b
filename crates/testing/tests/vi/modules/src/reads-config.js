import { flag } from './config.js';
export const read = () => flag;
