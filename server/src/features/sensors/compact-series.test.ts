import { sensors } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { type As, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, clock, db, ingest, make, pool, signIn } = app
const minute = 60_000
const days = 5
const intervals = ['Raw', 'OneMinute', 'OneDay'] as const
const end = Math.floor(clock().getTime() / minute) * minute
const startTime = end - days * 1440 * minute
const kinds: SensorKey[] = ['temperature', 'humidity', 'noise', 'CO']
/** For the last day everything is still in the tables, and for earlier days nothing. */
const sections = [
  [startTime, end + minute],
  [startTime + 1000 * minute, startTime + 1700 * minute],
] as const

const sample = fc.record({
  device: fc.nat(1),
  at: fc
    .tuple(fc.nat(days * 1440 - 1), fc.constantFrom(0, 1, 20_000))
    .map(([n, ms]) => startTime + n * minute + ms),
  readings: fc
    .dictionary(fc.constantFrom(...kinds), fc.nat(5000), { minKeys: 1 })
    .map((values) => Object.fromEntries(Object.entries(values).map(([kind, value]) => [kind, value / 100]))),
})
type Sample = typeof sample extends fc.Arbitrary<infer One> ? One : never

const fleet = fc.record({
  zone: fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'),
  /** In the order of arrival, which differs from the order of their times. */
  batches: fc.array(fc.array(sample, { minLength: 1, maxLength: 80 }), { minLength: 2, maxLength: 2 }),
  repeated: fc.nat(1),
})

test('every series call gives the same before and after readings and minutes become compact', {
  timeout: 600_000,
}, async () => {
  let compacted = 0
  await fc.assert(
    fc.asyncProperty(fleet, async ({ zone, batches, repeated }) => {
      const site = await make.site({ time_zone: zone })
      const as = await signIn({ site })
      const devices = [await make.device({ site }), await make.device({ site })]
      const send = async (samples: readonly Sample[]) => {
        const outcomes = devices.map(({ mac }, index) => {
          const own = samples.filter(({ device }) => device === index)
          return sendSamples(
            ingest,
            mac,
            own.map(({ at, readings }) => ({ at, readings })),
          )
        })
        return (await Promise.all(outcomes)).reduce((sum, { accepted }) => sum + accepted, 0)
      }
      await send(devices.map((_, device) => ({ device, at: end, readings: { temperature: 20 } })))
      for (const batch of batches) {
        await send(batch)
        const before = await readAll(devices, as)
        compacted += await compactAll(db, clock())
        expect(await readAll(devices, as)).toEqual(before)
      }
      const before = await readAll(devices, as)
      expect(await send(batches[repeated % batches.length] ?? [])).toBe(0)
      expect(await readAll(devices, as)).toEqual(before)
    }),
    { numRuns: 2, endOnFailure: true },
  )
  expect(compacted).toBeGreaterThan(0)
  const { rows } = await pool.query('select from reading where at < $1', [new Date(end - 3 * 1440 * minute)])
  expect(rows).toHaveLength(0)
})

/** Reads all calls with series, in every interval and for a part of the time. */
async function readAll(devices: readonly { id: string }[], as: As) {
  const answers: unknown[] = []
  const DeviceId = devices.map(({ id }) => id)
  for (const [startTime, endTime] of sections) {
    for (const interval of intervals) {
      const query = { startTime, endTime, type: kinds, interval, percentiles: 'Points' as const }
      answers.push(await call(sensors.series, { query: { ...query, DeviceId } }, { as }))
      for (const params of devices) answers.push(await call(sensors.graphs, { params, query }, { as }))
      if (interval === 'Raw') continue
      answers.push(await call(sensors.ofSite, { query: { ...query, interval } }, { as }))
      answers.push(await call(sensors.ofEachDevice, { query: { ...query, interval } }, { as }))
    }
  }
  return (answers as { status: number; data: unknown }[]).map(({ status, data }) => ({ status, data }))
}
