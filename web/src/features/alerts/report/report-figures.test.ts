import type { Alert } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { confirmedAfter, reportFigures } from './report-figures.ts'

/** An alert with only the fields that the figures use. */
const alert = (confirmedAt: string | null, disposition: Alert['Disposition'] = null) =>
  ({ StartAt: '2026-11-20T10:00:00Z', ConfirmedAt: confirmedAt, Disposition: disposition }) as Alert

test('the time to confirm counts from the start, and is never negative', () => {
  expect(confirmedAfter(alert('2026-11-20T10:06:30Z'))).toBe(390)
  expect(confirmedAfter(alert('2026-11-20T09:59:00Z'))).toBe(0)
  expect(confirmedAfter(alert(null))).toBeUndefined()
})

test('the figures include the confirmed share, the median time and the dispositions', () => {
  const alerts = [
    alert('2026-11-20T10:01:00Z', 'Real'),
    alert('2026-11-20T10:05:00Z', 'False'),
    alert('2026-11-20T10:09:00Z', 'Real'),
    alert(null),
  ]
  expect(reportFigures(alerts)).toEqual({ confirmedShare: 0.75, confirmedAfter: 300, real: 2, false: 1 })
  expect(reportFigures([])).toEqual({ confirmedShare: 0, confirmedAfter: undefined, real: 0, false: 0 })
})
