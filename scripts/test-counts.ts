export type Counts = { passed: number; failed: number; skipped: string[] }

/** The part of Vitest's JSON report that is used. */
export type Report = {
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Counts a file that failed without a failed test, because it could not be loaded, as one failure. */
export function countTests({ testResults }: Report): Counts {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: tests
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => fullName),
  }
}
