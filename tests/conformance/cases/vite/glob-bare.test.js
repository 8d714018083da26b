test('never runs', () => import.meta.glob('nowhere/*.js'));
