import { sensorKinds } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { beginningLines, sensorOrder, toggleLine, withAlertLines } from './sensor-order.ts'

test('every kind appears in the order, within its own category', () => {
  const placed = sensorOrder.flatMap(([category, kinds]) => kinds.map((kind) => [kind, category]))
  const known = sensorKinds.map(({ key, category }) => [key, category])
  expect(placed.toSorted()).toEqual(known.toSorted())
})

describe('the default lines of a chart', () => {
  test('start with sensors in alert', () => {
    expect(beginningLines(['vape', 'TVOC', 'motion', 'ECO2'], ['vape'])).toEqual([
      'vape',
      'TVOC',
      'motion',
      'ECO2',
    ])
  })

  test('include only sensors the device has', () => {
    expect(beginningLines(['humidity', 'temperature'], [])).toEqual(['temperature', 'humidity'])
  })

  test('include all sensors in alert, up to six', () => {
    const all = ['vape', 'CO', 'NO2', 'NH3', 'gas', 'IAQ', 'TVOC']
    expect(beginningLines(all, ['vape', 'CO', 'NO2', 'NH3', 'gas'])).toHaveLength(5)
    expect(beginningLines(all, all)).toHaveLength(6)
  })
})

test('a seventh line is not added', () => {
  const six = ['vape', 'CO', 'NO2', 'NH3', 'gas', 'IAQ']
  expect(toggleLine(six, 'TVOC')).toBeUndefined()
  expect(toggleLine(six, 'gas')).toEqual(['vape', 'CO', 'NO2', 'NH3', 'IAQ'])
  expect(toggleLine(['vape'], 'CO')).toEqual(['vape', 'CO'])
})

describe('an alert raised while the chart is open', () => {
  test('adds the line of its sensor', () => {
    expect(withAlertLines(['TVOC', 'motion'], ['vape'], ['vape'])).toEqual(['TVOC', 'motion', 'vape'])
  })

  test('changes nothing if the line is already drawn', () => {
    const lines = ['TVOC', 'vape']
    expect(withAlertLines(lines, ['vape'], ['vape'])).toBe(lines)
  })

  test('replaces the last line without an alert if there are six', () => {
    const six = ['vape', 'CO', 'NO2', 'NH3', 'gas', 'IAQ']
    expect(withAlertLines(six, ['sound'], ['vape', 'IAQ', 'sound'])).toEqual([
      'vape',
      'CO',
      'NO2',
      'NH3',
      'IAQ',
      'sound',
    ])
  })

  test('leaves six lines unchanged if all are in alert', () => {
    const six = ['vape', 'CO', 'NO2', 'NH3', 'gas', 'IAQ']
    expect(withAlertLines(six, ['sound'], [...six, 'sound'])).toEqual(six)
  })
})
