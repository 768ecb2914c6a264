import type { Point, PointPercentiles } from '@eot/contract/sensors'
import { beforeAll, expect, test } from 'vitest'
import { loadLaterTexts } from '../../../texts/i18n.ts'
import { historyCsv } from './history-csv.ts'
import { toLane } from './lanes.ts'

const at = Date.parse('2026-11-17T15:00:00Z')
const later = at + 3_600_000
const temperature = {
  Sensor: 'temperature',
  Unit: '°C',
  Points: [[at, 20.333333333, 19, 22, 3] satisfies Point],
  PointPercentiles: [[at, 19, 20, 22, 0, 0.5, 0] satisfies PointPercentiles],
  Levels: [],
  Quality: [
    { From: at, To: at + 1, Quality: 'Stuck' as const },
    { From: at + 1_800_000, To: at + 7_200_000, Quality: 'Gap' as const },
  ],
}
const vape = toLane(
  {
    Sensor: 'vape',
    Unit: '',
    Points: [[later, 4, 4, 4, 1]],
    PointPercentiles: [[later, 4, 4, 4, 0, 0, 0]],
    Levels: [],
  },
  {},
  'Metric',
)
const linesOf = async (...lanes: Parameters<typeof historyCsv>[0]) =>
  (await historyCsv(lanes, 'America/Chicago').text()).trim().split('\r\n')

beforeAll(loadLaterTexts)

test('the file has a row for each time with the values and quality of each sensor, and a row for each gap', async () => {
  const [head, ...rows] = await linesOf(toLane(temperature, {}, 'Metric'), vape)
  const figures = [
    '',
    ' lowest',
    ' highest',
    ' samples',
    ' 5%',
    ' median',
    ' 95%',
    ' 5% ±',
    ' median ±',
    ' 95% ±',
  ]
  const columnsOf = (name: string, sensor: string) => [
    ...figures.map((figure) => name + figure),
    `${sensor} data quality`,
  ]
  const names = [...columnsOf('Temperature (°C)', 'Temperature'), ...columnsOf('Vape', 'Vape')]
  expect(head).toBe(['Time (UTC)', 'Time (America/Chicago)', ...names].join())
  expect(rows).toEqual([
    '2026-11-17T15:00:00.000Z,2026-11-17 09:00,20.33333,19,22,3,19,20,22,0,0.5,0,stuck at one value,,,,,,,,,,,',
    '2026-11-17T15:30:00.000Z,2026-11-17 09:30,,,,,,,,,,,no data,,,,,,,,,,,',
    '2026-11-17T16:00:00.000Z,2026-11-17 10:00,,,,,,,,,,,no data,4,4,4,1,4,4,4,0,0,0,complete',
  ])
})

test('percentiles are converted to the shown unit, and their errors without the offset', async () => {
  const [, row] = await linesOf(toLane(temperature, {}, 'Imperial'))
  expect(row).toBe(
    '2026-11-17T15:00:00.000Z,2026-11-17 09:00,68.6,66.2,71.6,3,66.2,68,71.6,0,0.9,0,stuck at one value',
  )
})
