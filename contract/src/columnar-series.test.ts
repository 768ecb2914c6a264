import { expect, test } from 'vitest'
import { fromColumnar } from './columnar-series.ts'

test('series get their points back', () => {
  const columnar = {
    Interval: 'Raw',
    Columns: [
      [0, 60_000],
      [21, null],
      [1, 1],
      [40, 41],
    ],
    Series: [
      { Sensor: 'temperature', Points: [0, 1, 1, 1, 2] },
      { Sensor: 'humidity', Points: [0, 3, 3, 3, 2] },
      { Sensor: 'light', Points: [] },
    ],
  }
  expect(fromColumnar(columnar)).toEqual({
    Interval: 'Raw',
    Series: [
      {
        Sensor: 'temperature',
        Points: [
          [0, 21, 21, 21, 1],
          [60_000, null, null, null, 1],
        ],
      },
      {
        Sensor: 'humidity',
        Points: [
          [0, 40, 40, 40, 1],
          [60_000, 41, 41, 41, 1],
        ],
      },
      { Sensor: 'light', Points: [] },
    ],
  })
})
