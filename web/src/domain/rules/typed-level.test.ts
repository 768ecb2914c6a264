import { expect, test } from 'vitest'
import { convertTyped, typedLevel } from './typed-level.ts'

const toImperial = { from: 'Metric', to: 'Imperial' } as const
const toMetric = { from: 'Imperial', to: 'Metric' } as const

test.each([
  ['25', '°C', toImperial, '77'],
  ['77', '°C', toMetric, '25'],
  ['1000', 'ppm', toImperial, '1000'],
  ['', '°C', toImperial, ''],
  ['2x', '°C', toMetric, '2x'],
])('the typed level %o in %s keeps its meaning when the units change', (text, unit, change, expected) => {
  expect(convertTyped(text, 30, unit, change)).toBe(expected)
})

test('a level that nobody has changed is not rounded by a change of units', () => {
  const known = 21.234567
  const text = convertTyped('21.23', known, '°C', toImperial)
  expect(text).toBe('70.22')
  expect(typedLevel(text, known, '°C', 'Imperial')).toBe(known)
})
