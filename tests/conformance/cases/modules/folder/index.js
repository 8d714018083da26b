export const where = 'folder/index';
