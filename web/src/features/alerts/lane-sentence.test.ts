import { expect, test } from 'vitest'
import { laneSentence, verdictText } from './lane-sentence.ts'
import type { LaneVerdict } from './lane-verdict.ts'

const verdicts: Record<LaneVerdict['kind'], LaneVerdict> = {
  rose: { kind: 'rose', value: 9 },
  fell: { kind: 'fell', value: 1 },
  steady: { kind: 'steady', low: 4, high: 5 },
  unknown: { kind: 'unknown' },
}

test.each<[Record<string, LaneVerdict['kind']>, string]>([
  [
    { particulate: 'rose', TVOC: 'rose', humidity: 'steady' },
    'PM2.5 and TVOC rose. The others stayed steady.',
  ],
  [{ CO: 'rose', gas: 'fell' }, 'CO rose. Gas fell.'],
  [
    { temperature: 'fell', NH3: 'fell', light: 'fell', noise: 'unknown' },
    'Temperature, NH₃, and Light fell.',
  ],
  [{ temperature: 'steady', humidity: 'steady' }, 'None of them changed much.'],
  [{ temperature: 'unknown' }, ''],
  [{}, ''],
])('sensors that did %j are summarized as: %s', (sensors, sentence) => {
  const lanes = Object.entries(sensors).map(([sensor, kind]) => ({ sensor, verdict: verdicts[kind] }))
  expect(laneSentence(lanes)).toBe(sentence)
})

test.each<[LaneVerdict, string]>([
  [{ kind: 'rose', value: 90.6 }, 'rose to 91'],
  [{ kind: 'fell', value: 12 }, 'fell to 12'],
  [{ kind: 'steady', low: 38, high: 43.2 }, 'steady, 38 to 43'],
  [{ kind: 'steady', low: -0.2, high: 0.4 }, 'steady at 0'],
  [{ kind: 'unknown' }, ''],
])('%j reads: %s', (verdict, expected) => {
  expect(verdictText(verdict, (value) => `${Math.abs(Math.round(value))}`)).toBe(expected)
})
