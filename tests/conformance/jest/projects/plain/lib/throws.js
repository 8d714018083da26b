throw new Error('loaded');
