import Client, { getUser, deleteUser as remove, version } from './api.js';
import * as api from './api.js';
export { deleteUser } from './api.js';
export const describeUser = (id) => `<${getUser(id)}>`;
export const removeUser = (id) => remove(id);
export const shown = () => ({ version, getUser });
export const viaNamespace = (id) => api.getUser(id);
export const client = (name) => new Client(name);
