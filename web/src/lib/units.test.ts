import { sensorKinds } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { shownUnit, shownValue, valueText } from './units.ts'

test.each([
  [-40, -40],
  [0, 32],
  [21.4, 70.52],
  [100, 212],
])('%d °C are %d °F', (celsius, fahrenheit) => {
  expect(shownValue(celsius, '°C', 'Imperial')).toBeCloseTo(fahrenheit)
  expect(shownValue(celsius, '°C', 'Metric')).toBe(celsius)
})

test('only the temperature is told in another unit', () => {
  const units = new Set(sensorKinds.map(({ unit }) => unit))
  const changed = [...units].filter((unit) => shownUnit(unit, 'Imperial') !== unit)
  expect(changed).toEqual(['°C'])
  expect(shownUnit('°C', 'Imperial')).toBe('°F')
  expect([...units].filter((unit) => shownUnit(unit, 'Metric') !== unit)).toEqual([])
  expect(shownValue(640, 'ppm', 'Imperial')).toBe(640)
})

test('a value is told with the digits its kind is worth, after it was converted', () => {
  const digits = (text: string) => text.replace(/\D/g, '')
  expect(digits(valueText(21.44, 'temperature', 'Metric'))).toBe('214')
  expect(digits(valueText(21.44, 'temperature', 'Imperial'))).toBe('706')
  expect(digits(valueText(1504.6, 'ECO2', 'Imperial'))).toBe('1505')
  expect(digits(valueText(0.25, null, 'Metric'))).toBe('03')
})
