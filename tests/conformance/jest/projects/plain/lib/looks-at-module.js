import './names';

export const value = typeof module === 'undefined' ? 'none' : typeof module.exports;
