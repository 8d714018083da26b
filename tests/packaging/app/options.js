/** Nothing has to be said to a bundler that knows `new URL(…, import.meta.url)`, nor where there is none. */
export const options = {};
