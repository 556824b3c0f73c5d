// The policy of the page forbids eval: the library that checks data is told so before it tries.
globalThis.__zod_globalConfig = { jitless: true };
