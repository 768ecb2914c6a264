/**
 * Tells zod not to compile its checks: the content policy forbids eval, and the attempt alone is reported as a
 * violation. zod reads this when the first schema is declared, so it has to run before the contract is imported.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
