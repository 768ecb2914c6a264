import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testIngest } from '../../../test/test-ingest.ts'
import { programScope } from '../../access/scope.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { readColumnsOfEach } from './read-site-series.queries.ts'
import { listSiteSeriesDevices } from './series.queries.ts'
import { SeriesCache } from './series-cache.ts'

const start = Date.UTC(2026, 9, 31, 12)
const second = 1000
const hour = 3600 * second
/** So many that they have a statement of their own. */
const deviceCount = 25

test('of many devices that report in the same minutes, each reading counts once', async () => {
  const { make, ingest, pool } = await testIngest(start + hour)
  const site = await make.site()
  const devices = await Promise.all(Array.from({ length: deviceCount }, () => make.device({ site })))
  const cache = new SeriesCache()
  const execute = executeOn(pool)
  const counts = async (interval: 'OneHour' | 'FifteenMinutes') => {
    const listed = await listSiteSeriesDevices(execute, programScope(site), ['temperature'], deviceCount)
    const range = { from: start, to: start + hour }
    const wanted = { range, keys: ['temperature'] as const, interval, timeZone: 'UTC' }
    const read = await readColumnsOfEach(execute, listed, wanted, cache)
    return new Set(read.map(([points]) => points?.columns[4]?.join(' ')))
  }
  const send = (some: typeof devices, seconds: number) =>
    Promise.all(
      some.map(({ mac }) =>
        sendSamples(ingest, mac, [{ at: start + seconds * second, readings: { temperature: 20 } }]),
      ),
    )

  await send(devices, 10)
  await send(devices, 14 * 60 + 50)
  expect(await counts('OneHour')).toEqual(new Set(['2']))
  expect(await counts('FifteenMinutes')).toEqual(new Set(['2']))
  await send(devices.slice(0, 21), 15 * 60 + 5)
  await send(devices.slice(21), 17 * 60)
  expect(await counts('OneHour')).toEqual(new Set(['3']))
  expect(await counts('FifteenMinutes')).toEqual(new Set(['2 1']))
  await send(devices, 19 * 60)
  await send(devices, 20 * 60)
  expect(await counts('OneHour')).toEqual(new Set(['5']))
  expect(await counts('FifteenMinutes')).toEqual(new Set(['2 3']))
})
