import fc from 'fast-check'
import { test } from 'vitest'
import { checkReportFigures } from '../../../test/check-report-figures.ts'
import { randomFleet } from '../../../test/random-reports.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()

test('every figure of the reports of 200 random fleets is that of the API, and on paper too', async () => {
  await fc.assert(
    fc.asyncProperty(randomFleet, (fleet) => checkReportFigures(app, fleet)),
    { numRuns: 200 },
  )
})
