import type { Point, PointPercentiles } from '@eot/contract/sensors'
import { beforeAll, expect, test } from 'vitest'
import { loadLaterTexts } from '../../../texts/i18n.ts'
import { type CsvPart, historyCsv } from './history-csv.ts'
import { toLane } from './lanes.ts'

const at = Date.parse('2026-11-17T15:00:00Z')
const later = at + 3_600_000
const look = { color: 'red' }
const temperature = {
  sensor: 'temperature',
  lines: [
    {
      key: 'a',
      name: 'Room 1',
      look,
      points: [[at, 20.333333333, 19, 22, 3] satisfies Point],
      percentiles: [[at, 19, 20, 22, 0, 0.5, 0] satisfies PointPercentiles],
    },
  ],
  quality: [
    { From: at, To: at + 1, Quality: 'Stuck' as const },
    { From: at + 1_800_000, To: at + 7_200_000, Quality: 'Gap' as const },
  ],
}
const vape = toLane(
  {
    sensor: 'vape',
    lines: [
      {
        key: 'a',
        name: 'Room 1',
        look,
        points: [[later, 4, 4, 4, 1]],
        percentiles: [[later, 4, 4, 4, 0, 0, 0]],
      },
    ],
  },
  'Metric',
)
const linesOf = async (...parts: CsvPart[]) =>
  (await historyCsv(parts, 'America/Chicago').text()).trim().split('\r\n')

beforeAll(loadLaterTexts)

test('the file has a row for each time with the values and quality of each sensor, and a row for each gap', async () => {
  const [head, ...rows] = await linesOf({ name: 'Room 1', lanes: [toLane(temperature, 'Metric'), vape] })
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
  const [, row] = await linesOf({ name: 'Room 1', lanes: [toLane(temperature, 'Imperial')] })
  expect(row).toBe(
    '2026-11-17T15:00:00.000Z,2026-11-17 09:00,68.6,66.2,71.6,3,66.2,68,71.6,0,0.9,0,stuck at one value',
  )
})

test('several devices follow each other, with their names and the sensors of all of them', async () => {
  const [head, ...rows] = await linesOf(
    { name: 'Room 1, north', lanes: [toLane({ ...temperature, quality: [] }, 'Metric')] },
    { name: 'Room 2', lanes: [vape] },
  )
  expect(head).toContain('Time (America/Chicago),Device,Temperature (°C),')
  expect(head).toContain(',Vape,')
  const none = ','.repeat(11)
  expect(rows).toEqual([
    `2026-11-17T15:00:00.000Z,2026-11-17 09:00,"Room 1, north",20.33333,19,22,3,19,20,22,0,0.5,0,complete${none}`,
    `2026-11-17T16:00:00.000Z,2026-11-17 10:00,Room 2${none},4,4,4,1,4,4,4,0,0,0,complete`,
  ])
})
