/** An import of a module that is not there: the file must fail. */
import { get } from './lib/nowhere';

test('never runs', () => get());
