import { fetchUser } from './network';

export const nameOf = async () => (await fetchUser()).name;
