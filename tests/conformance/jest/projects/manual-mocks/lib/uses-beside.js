import { who } from './beside';

export const use = () => who();
