import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromColumnar, toColumnar } from './columnar-series.ts'

const start = Date.UTC(2026, 10, 26)
const minutes = [0, 1, 2].map((minute) => start + minute * 60_000)
const readings = (...values: number[]) =>
  values.map((value, nth) => [minutes[nth] ?? 0, value, value, value, 1])

test('series of single readings share all columns but their values', () => {
  const answer = {
    Interval: 'Raw',
    Series: [
      { Sensor: 'temperature', Points: readings(21, 21.5, 22) },
      { Sensor: 'humidity', Points: readings(40, 41, 40) },
      { Sensor: 'light', Points: [] },
    ],
  }
  const columnar = toColumnar(answer)
  expect(columnar).toEqual({
    Interval: 'Raw',
    Columns: [minutes, [21, 21.5, 22], [1, 1, 1], [40, 41, 40]],
    Series: [
      { Sensor: 'temperature', Points: [0, 1, 1, 1, 2] },
      { Sensor: 'humidity', Points: [0, 3, 3, 3, 2] },
      { Sensor: 'light', Points: [] },
    ],
  })
  expect(fromColumnar(columnar)).toEqual(answer)
})

test('a response without series has no columnar form', () => {
  expect(toColumnar({ Items: [], Total: 0 })).toBeUndefined()
  expect(toColumnar({ Series: 'none' })).toBeUndefined()
  expect(toColumnar({ Series: [{ Points: [{ At: 1 }] }] })).toBeUndefined()
  expect(toColumnar([{ Id: 1 }])).toBeUndefined()
  expect(toColumnar(null)).toBeUndefined()
})

test('any series are restored, missing numbers included', () => {
  const number = fc.oneof(
    fc.constantFrom(0, 1, 20.5, null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  )
  const points = fc
    .integer({ min: 2, max: 5 })
    .chain((length) => fc.array(fc.array(number, { minLength: length, maxLength: length }), { maxLength: 8 }))
  const series = fc.array(fc.record({ Sensor: fc.string(), Points: points }), { maxLength: 6 })
  fc.assert(
    fc.property(series, fc.constantFrom('Series', 'Graphs'), (listed, field) => {
      const answer = { Interval: 'Raw', [field]: listed }
      const sent = JSON.parse(JSON.stringify(answer))
      expect(fromColumnar(JSON.parse(JSON.stringify(toColumnar(sent))))).toEqual(sent)
    }),
  )
})
