import { inject, test } from 'vitest'

/** Declares a test that is about a database on one server, so that it is skipped on a cluster. */
export const oneServerTest = test.skipIf(inject('testServer').nodes.length > 0)
