import { expect, test } from 'vitest'
import { historyCsv } from './history-csv.ts'
import { toLane } from './lanes.ts'

const at = Date.parse('2026-11-17T15:00:00Z')
const lanes = [
  toLane(
    { Sensor: 'temperature', Unit: '°C', Points: [[at, 20.333333333, 19, 22, 3]], Levels: [] },
    {},
    'Metric',
  ),
  toLane({ Sensor: 'vape', Unit: '', Points: [[at + 3_600_000, 4, 4, 4, 1]], Levels: [] }, {}, 'Metric'),
]

test('has a row for each time with the values of each sensor, empty where there are none', async () => {
  const text = await historyCsv(lanes, 'America/Chicago').text()
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toBe(
    'Time (UTC),Time (America/Chicago),Temperature (°C),Temperature (°C) lowest,Temperature (°C) highest,Temperature (°C) samples,Vape,Vape lowest,Vape highest,Vape samples',
  )
  expect(rows).toEqual([
    '2026-11-17T15:00:00.000Z,2026-11-17 09:00,20.33333,19,22,3,,,,',
    '2026-11-17T16:00:00.000Z,2026-11-17 10:00,,,,,4,4,4,1',
  ])
})
