import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JudgedPeak, leastFalse, suggestLevel } from './suggest-level.ts'

const peaks = (disposition: JudgedPeak['disposition'], ...values: number[]): JudgedPeak[] =>
  values.map((peak) => ({ peak, disposition }))
const high = { isHigh: true, step: 1, level: 50 }

test.each<[string, JudgedPeak[], typeof high, number | undefined]>([
  ['no alerts', [], high, undefined],
  ['two false alarms', peaks('False', 52, 55), high, undefined],
  ['three false alarms', peaks('False', 52, 55, 53), high, 56],
  ['a real alert above', [...peaks('False', 52, 55, 53), ...peaks('Real', 70)], high, 56],
  ['a real alert at the level', [...peaks('False', 52, 55, 53), ...peaks('Real', 56)], high, 56],
  ['a real alert among them', [...peaks('False', 51, 52, 53, 60), ...peaks('Real', 57)], high, 54],
  ['a real alert below them', [...peaks('False', 52, 55, 53), ...peaks('Real', 51)], high, undefined],
  ['alerts nobody judged', [...peaks('False', 52, 53, 54, 70), ...peaks(null, 60, 61)], high, 55],
  [
    'as many that nobody judged',
    [...peaks('False', 52, 53, 54), ...peaks('Unknown', 50, 51, 51)],
    high,
    undefined,
  ],
  ['a low level', peaks('False', 9.4, 9.1, 9.3), { isHigh: false, step: 0.1, level: 10 }, 9],
  ['decimals', peaks('False', 0.21, 0.22, 0.29), { isHigh: true, step: 0.01, level: 0.2 }, 0.3],
])('%s', (_what, alerts, scale, level) => {
  expect(suggestLevel(alerts, scale)).toBe(level)
})

const anyAlert = fc.record({
  peak: fc.integer({ min: 50, max: 100 }),
  disposition: fc.constantFrom<JudgedPeak['disposition']>('Real', 'False', 'Unknown', null),
})

test('no level that misses no real alert is better', () => {
  fc.assert(
    fc.property(fc.array(anyAlert, { maxLength: 40 }), (alerts) => {
      const gainAt = (level: number) => {
        const missed = alerts.filter(({ peak }) => peak < level)
        if (missed.some(({ disposition }) => disposition === 'Real')) return Number.NEGATIVE_INFINITY
        const avoided = missed.filter(({ disposition }) => disposition === 'False').length
        return avoided - (missed.length - avoided)
      }
      const all = Array.from({ length: 60 }, (_, index) => gainAt(50 + index))
      const best = Math.max(...all)
      const suggested = suggestLevel(alerts, high)
      if (suggested === undefined) expect(best).toBeLessThan(leastFalse)
      else expect(gainAt(suggested)).toBe(best)
    }),
  )
})
