/** A file without a test: it must fail. */
require('./lib/common');
