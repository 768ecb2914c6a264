/** Properties and methods that only a real schema has. */
const validating =
  /^(parse|safeParse|encode|safeEncode|decode|safeDecode)(Async)?$|^(options|def|toJSONSchema)$/

/**
 * Replaces zod in pages. Pages only name the contract's declarations; the server and the form checks (`schemas.ts`)
 * validate. Every step of a declaration returns the same inert schema. Validating with it throws, because nothing
 * would be checked.
 */
const inert: unknown = new Proxy(() => inert, {
  get(_target, name) {
    if (typeof name === 'string' && validating.test(name)) {
      throw new Error(`Schemas are not available in the browser: cannot use "${name}"`)
    }
    return inert
  },
  apply: () => inert,
})

export const z = inert
