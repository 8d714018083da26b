/** The release that these elements are from. Two releases on one page warn: see register.js. */
export const VERSION = '0.1.0';
