import { fromColumnar, PointColumns } from '@eot/contract/columnar-series'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerBytes } from './answer-bytes.ts'

const pointsOf = (count: number, value: number) =>
  Array.from({ length: count }, (_, at) => [at, value, value, value, 1])
const seriesOf = (count: number) =>
  ['temperature', 'humidity', 'CO2'].map((Sensor, value) => ({ Sensor, Points: pointsOf(count, value) }))
const inColumns = new PointColumns([
  [0, 1, 2],
  [20, 21.5, 22],
  [1, 1, 1],
])
const distinct = {
  Series: [1, 2, 3].map((factor) => ({
    Points: Array.from({ length: 20_000 }, (_, at) => [at * factor, at + 0.5 * factor, at + 0.25 * factor]),
  })),
}

const answers: [string, unknown][] = [
  ['a list', [{ Id: 1 }]],
  ['an object', { Items: [], Total: 0 }],
  ['series without a list of points', { Series: [{ Sensor: 'CO2' }] }],
  ['points that are objects', { Series: [{ Points: [{ At: 1 }] }] }],
  ['text', 'Series'],
  ['null', null],
  ['no series', { Interval: 'Raw', Series: [] }],
  ['series that are empty', { Interval: 'Raw', Series: seriesOf(0) }],
  ['series and nothing else', { Series: seriesOf(1) }],
  [
    'members that are undefined',
    { Interval: 'Raw', TimeZone: undefined, Series: [{ Quality: undefined, Points: [[0, Number.NaN]] }] },
  ],
  ['points in columns', { Series: [{ Sensor: 'CO2', Points: inColumns }, { Points: inColumns }] }],
  ['columns without points', { Series: [{ Points: new PointColumns([[], [], []]) }] }],
  ['graphs', { Interval: 'OneDay', TimeZone: 'UTC', Graphs: seriesOf(2) }],
  ['series that are serialized in parts', { Interval: 'Raw', Series: seriesOf(25_000) }],
  ['columns that are serialized in parts', distinct],
]

test.each(answers)('an answer becomes the JSON that it would become in one piece: %s', async (_, answer) => {
  const { bytes, isColumnar } = await answerBytes(answer, false)
  expect(bytes.toString()).toBe(JSON.stringify(answer))
  expect(isColumnar).toBe(false)
})

describe('in columnar form', () => {
  test.each(answers)('an answer keeps its contents: %s', async (_, answer) => {
    const { bytes, isColumnar } = await answerBytes(answer, true)
    const read: unknown = JSON.parse(bytes.toString())
    expect(isColumnar ? fromColumnar(read) : read).toEqual(JSON.parse(JSON.stringify(answer)))
  })

  test('series of single readings share all columns but their values', async () => {
    const values = (...of: number[]) => of.map((value, at) => [at, value, value, value, 1])
    const Series = [
      { Sensor: 'temperature', Points: values(21, 21.5, 22) },
      { Sensor: 'humidity', Points: values(40, 41, 40) },
    ]
    const { bytes } = await answerBytes({ Interval: 'Raw', Series }, true)
    expect(JSON.parse(bytes.toString())).toEqual({
      Interval: 'Raw',
      Columns: [
        [0, 1, 2],
        [21, 21.5, 22],
        [1, 1, 1],
        [40, 41, 40],
      ],
      Series: [
        { Sensor: 'temperature', Points: [0, 1, 1, 1, 2] },
        { Sensor: 'humidity', Points: [0, 3, 3, 3, 2] },
      ],
    })
  })

  test('times and counts that several series share as arrays are sent once', async () => {
    const [times, counts, values] = [
      [0, 1, 2],
      [1, 1, 1],
      [21, 22, 23],
    ]
    const Series = [
      { Points: new PointColumns([times, values, values, values, counts]) },
      { Points: new PointColumns([[], [], []]) },
      { Points: new PointColumns([times, [40, 41, 42], [39, 40, 41], [41, 42, 43], counts]) },
      { Points: new PointColumns([times, [50, 51, 52], [50, 51, 52], [50, 51, 52], counts]) },
    ]
    const { bytes } = await answerBytes({ Series }, true)
    const read: { Columns: number[][]; Series: { Points: number[] }[] } = JSON.parse(bytes.toString())
    expect(read.Series.map(({ Points }) => Points)).toEqual([
      [0, 1, 1, 1, 2],
      [3, 4, 5],
      [0, 6, 7, 8, 2],
      [0, 9, 10, 11, 2],
    ])
    expect(fromColumnar(read)).toEqual(JSON.parse(JSON.stringify({ Series })))
  })

  test('points that were sent before are restored beside new ones that share their columns', async () => {
    const sent = pointsOf(3, 21)
    const send = async (...series: number[][][]) => {
      const Series = series.map((Points) => ({ Points }))
      const { bytes } = await answerBytes({ Series }, true)
      expect(fromColumnar(JSON.parse(bytes.toString()))).toEqual({ Series })
      return bytes.length
    }
    const alone = await send(sent)
    expect(await send(sent)).toBe(alone)
    await send(pointsOf(3, 22), sent, pointsOf(3, 23))
    await send(pointsOf(2, 21), sent, pointsOf(4, 21), sent)
    expect(await send(sent, pointsOf(3, 21))).toBeLessThan(alone + 30)
    // Each array was split into columns on its own, so equal columns of the two are different objects.
    const other = pointsOf(3, 21)
    await send(other)
    expect(await send(sent, other)).toBeLessThan(alone + 30)
  })

  test('any series are restored, missing numbers included', async () => {
    const number = fc.oneof(
      fc.constantFrom(0, 1, 20.5, null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    )
    const points = fc
      .integer({ min: 2, max: 5 })
      .chain((length) =>
        fc.array(fc.array(number, { minLength: length, maxLength: length }), { maxLength: 8 }),
      )
    const series = fc.array(fc.record({ Sensor: fc.string(), Points: points }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(series, fc.constantFrom('Series', 'Graphs'), async (listed, field) => {
        const answer = { Interval: 'Raw', [field]: listed }
        expect(fromColumnar(JSON.parse((await answerBytes(answer, true)).bytes.toString()))).toEqual(answer)
      }),
    )
  })
})

test.each([
  [false, { Series: seriesOf(25_000) }],
  [true, distinct],
])(
  'other work continues while many numbers are serialized (columnar: %s)',
  async (acceptsColumnar, answer) => {
    const turns: string[] = []
    setImmediate(() => turns.push('other work'))
    await answerBytes(answer, acceptsColumnar)
    turns.push('serialized')
    expect(turns).toEqual(['other work', 'serialized'])
  },
)
