import { join } from 'node:path/posix';

exports.first = join('a.', 'b').replace('/', '');
