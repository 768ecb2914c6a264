/**
 * Makes zod validate without compiling its schemas: the content security policy forbids eval, and even the attempt is
 * reported as a violation. zod reads the setting when the first schema is declared, so this must run before the
 * contract is imported.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
