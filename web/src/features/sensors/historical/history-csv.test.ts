import { beforeAll, expect, test } from 'vitest'
import { loadLaterTexts } from '../../../texts/i18n.ts'
import { historyCsv } from './history-csv.ts'
import { toLane } from './lanes.ts'

const at = Date.parse('2026-11-17T15:00:00Z')
const lanes = [
  toLane(
    {
      Sensor: 'temperature',
      Unit: '°C',
      Points: [[at, 20.333333333, 19, 22, 3]],
      Levels: [],
      Quality: [
        { From: at, To: at + 1, Quality: 'Stuck' },
        { From: at + 1_800_000, To: at + 7_200_000, Quality: 'Gap' },
      ],
    },
    {},
    'Metric',
  ),
  toLane({ Sensor: 'vape', Unit: '', Points: [[at + 3_600_000, 4, 4, 4, 1]], Levels: [] }, {}, 'Metric'),
]

beforeAll(loadLaterTexts)

test('has a row for each time with the values of each sensor and their quality, empty where there are none, and one for each gap', async () => {
  const text = await historyCsv(lanes, 'America/Chicago').text()
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toBe(
    'Time (UTC),Time (America/Chicago),Temperature (°C),Temperature (°C) lowest,Temperature (°C) highest,Temperature (°C) samples,Temperature data quality,Vape,Vape lowest,Vape highest,Vape samples,Vape data quality',
  )
  expect(rows).toEqual([
    '2026-11-17T15:00:00.000Z,2026-11-17 09:00,20.33333,19,22,3,stuck at one value,,,,,',
    '2026-11-17T15:30:00.000Z,2026-11-17 09:30,,,,,no data,,,,,',
    '2026-11-17T16:00:00.000Z,2026-11-17 10:00,,,,,no data,4,4,4,1,complete',
  ])
})
