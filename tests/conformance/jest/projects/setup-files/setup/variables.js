process.env.SET_UP = 'yes';
globalThis.fromSetup = { early: typeof expect };
