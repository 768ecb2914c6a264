/** What only a schema that checks can answer. */
const reading = /^(parse|safeParse|encode|safeEncode|decode|safeDecode)(Async)?$|^(options|def|toJSONSchema)$/

/**
 * Stands in for zod in pages, which call what the contract declares and leave checking to the server and to the checks
 * of forms (`schemas.ts`). Every step of a declaration gives the same inert schema. Checking with one throws, since
 * nothing would be checked.
 */
const inert: unknown = new Proxy(() => inert, {
  get(_target, name) {
    if (typeof name === 'string' && reading.test(name)) {
      throw new Error(`The browser holds no schemas: "${name}" needs another way`)
    }
    return inert
  },
  apply: () => inert,
})

export const z = inert
