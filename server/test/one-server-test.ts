import { inject, test } from 'vitest'

/** Declares a test of a database on a single server. It is skipped on a cluster. */
export const oneServerTest = test.skipIf(inject('testServer').nodes.length > 0)
