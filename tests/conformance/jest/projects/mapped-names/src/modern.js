import { depth } from '@/deep/depth';

export const name = 'modern';
export const level = () => depth();
