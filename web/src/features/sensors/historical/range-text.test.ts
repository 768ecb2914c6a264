import { expect, test } from 'vitest'
import { rangeText } from './range-text.ts'

const at = (iso: string) => Date.parse(iso)
const now = at('2026-11-23T18:00Z')

test.each([
  ['2026-11-17T06:00Z', '2026-11-24T06:00Z', /^Tue\D*17\D* – Mon\D*23\D*$/],
  ['2026-11-20T06:00Z', '2026-11-21T06:00Z', /^Fri\D*20\D*$/],
  ['2026-11-20T07:00Z', '2026-11-20T09:30Z', /20.*, 0?1:00.* – 0?3:30/],
  ['2026-11-20T07:00Z', '2026-11-24T06:00Z', /20.*, 0?1:00.* – .*23.*, (12:00|0:00)/],
])('%s to %s', (from, to, text) => {
  expect(rangeText({ startTime: at(from), endTime: at(to) }, 'America/Chicago', now)).toMatch(text)
})
