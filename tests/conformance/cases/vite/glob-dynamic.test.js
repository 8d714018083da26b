const pattern = './globbed/*.js';
test('never runs', () => import.meta.glob(pattern));
