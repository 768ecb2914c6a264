import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Cleans up when the running test ends or, outside a test, when the file does. Inside a test, `afterAll` is never run. */
export function afterUse(cleanUp: () => unknown): void {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  register(async () => {
    await cleanUp()
  })
}
