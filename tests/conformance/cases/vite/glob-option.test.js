test('never runs', () => import.meta.glob('./globbed/*.js', { wrong: true }));
