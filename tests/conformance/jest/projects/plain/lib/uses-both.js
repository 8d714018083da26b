import common from './common';

export const joined = () => common.get();
