import { expect, test } from 'vitest'
import { countTests } from './test-counts.ts'

const file = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((one) => ({ status: one })),
})

test('what passed, failed and was skipped is counted, and a file that could not be loaded is a failure', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [file('passed', 'passed'), file('failed', 'failed', 'passed'), file('failed')],
  }
  expect(countTests(report)).toEqual({ passed: 7, failed: 2, skipped: 3 })
})
