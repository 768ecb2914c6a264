import { type TestAPI, test } from 'vitest'

const unregistered = Object.assign(() => undefined, { each: () => () => undefined })

/** Registers a test that only `npm run test:nightly` runs, next to the tests with which it shares its set-up. */
export const rare: Pick<TestAPI, 'each'> & ((title: string, run: () => Promise<void>) => void) = process.env
  .NIGHTLY
  ? test
  : (unregistered as unknown as TestAPI) // its `each` takes tables of any shape
