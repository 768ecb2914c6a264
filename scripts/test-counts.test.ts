import { expect, test } from 'vitest'
import { countTests } from './test-counts.ts'

const file = (status: string, tests: Record<string, string>) => ({
  status,
  assertionResults: Object.entries(tests).map(([fullName, one]) => ({ fullName, status: one })),
})

test('passed and failed tests are counted, and skipped tests are listed by name', () => {
  const testResults = [
    file('passed', { a: 'passed', b: 'skipped' }),
    file('failed', { c: 'failed', d: 'passed', e: 'todo' }),
  ]
  expect(countTests({ testResults })).toEqual({ passed: 2, failed: 1, skipped: ['b', 'e'] })
})

test('a test file that could not be loaded counts as a failure', () => {
  expect(countTests({ testResults: [file('failed', {})] })).toEqual({ passed: 0, failed: 1, skipped: [] })
})
