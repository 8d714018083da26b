export { gone, get as real } from './names';
