throw new Error('the original must not run');
