import { sensorKinds } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { errorText, levelText, shownUnit, shownValue, valueAsShown, valueText } from './units.ts'

test.each([
  [-40, -40],
  [0, 32],
  [21.4, 70.52],
  [100, 212],
])('%d °C are %d °F', (celsius, fahrenheit) => {
  expect(shownValue(celsius, '°C', 'Imperial')).toBeCloseTo(fahrenheit)
  expect(shownValue(celsius, '°C', 'Metric')).toBe(celsius)
})

test('only temperatures are converted', () => {
  const units = new Set(sensorKinds.map(({ unit }) => unit))
  const changed = [...units].filter((unit) => shownUnit(unit, 'Imperial') !== unit)
  expect(changed).toEqual(['°C'])
  expect(shownUnit('°C', 'Imperial')).toBe('°F')
  expect([...units].filter((unit) => shownUnit(unit, 'Metric') !== unit)).toEqual([])
  expect(shownValue(640, 'ppm', 'Imperial')).toBe(640)
})

test('a value is shown with the digits of its kind, after conversion', () => {
  const digits = (text: string) => text.replace(/\D/g, '')
  expect(digits(valueText(21.44, 'temperature', 'Metric'))).toBe('214')
  expect(digits(valueText(21.44, 'temperature', 'Imperial'))).toBe('706')
  expect(digits(valueText(1504.6, 'ECO2', 'Imperial'))).toBe('1505')
  expect(digits(valueText(0.25, null, 'Metric'))).toBe('03')
})

test.each([
  [-0.04, 'Metric', '0.0'],
  [-0.06, 'Metric', '−0.1'],
  [-17.79, 'Imperial', '0.0'],
] as const)('%d °C in %s units is shown as %s, never as minus zero', (value, measurement, shown) => {
  expect(valueText(value, 'temperature', measurement)).toBe(shown)
})

test.each([
  [85.5, 'sound', 'Metric', '855'],
  [95, 'sound', 'Metric', '95'],
  [31.86, 'particulate', 'Metric', '3186'],
  [16, 'temperature', 'Metric', '160'],
  [17.5, 'temperature', 'Imperial', '635'],
] as const)(
  'the level %s of %s (%s) keeps what readings are rounded to',
  (level, sensor, measurement, digits) => {
    expect(levelText(level, sensor, measurement).replace(/\D/g, '')).toBe(digits)
  },
)

test.each([
  ['particulate', 9.04, 'Metric', 9],
  ['particulate', 9.05, 'Metric', 9.1],
  ['CO', 4.449, 'Imperial', 4.4],
  ['ECO2', 750.4, 'Metric', 750],
  ['temperature', 25.54, 'Metric', 25.5],
  ['temperature', 25.52, 'Imperial', 25.5],
  ['temperature', -0.04, 'Metric', 0],
  ['temperature', 18.98, 'Imperial', 19],
] as const)('%s of %d counts as its displayed %s value %d', (sensor, value, measurement, counted) => {
  expect(valueAsShown(value, sensor, measurement)).toBe(counted)
})

test.each([
  // value, error, sensor, measurement, shown value, shown error
  [21.44, 0, 'temperature', 'Metric', '21.4', undefined],
  [21.4, 0.3, 'temperature', 'Metric', '21.4', '0.3'],
  [21.44, 0.3, 'temperature', 'Metric', '21.4', '0.4'],
  [21.42, 0.02, 'temperature', 'Metric', '21.4', undefined],
  // A difference has no offset: 0.5 °C are 0.9 °F.
  [20, 0.5, 'temperature', 'Imperial', '68.0', '0.9'],
  [640, 12.2, 'ECO2', 'Imperial', '640', '13'],
] as const)('%d, off by %d, of %s in %s units', (value, error, sensor, measurement, text, shown) => {
  expect(valueText(value, sensor, measurement)).toBe(text)
  expect(errorText(value, error, sensor, measurement)).toBe(shown)
})
