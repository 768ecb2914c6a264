import fc from 'fast-check'
import { test } from 'vitest'
import { checkReportFigures } from '../../../test/check-report-figures.ts'
import { randomFleet } from '../../../test/random-reports.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()

// The short form of the nightly test.
test('every figure of the report of a random fleet equals that of the API, also on paper', async () => {
  await fc.assert(
    fc.asyncProperty(randomFleet, (fleet) => checkReportFigures(app, fleet)),
    { numRuns: 2 },
  )
})
