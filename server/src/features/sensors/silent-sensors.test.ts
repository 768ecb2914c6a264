import { devices } from '@eot/contract/devices'
import { sensors } from '@eot/contract/sensors'
import { defaultReportInterval } from '@eot/contract/settings'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { fireTimers } from '../ingest/timers/watch-devices.job.ts'
import { listSilentSensors, offlineAfterMs, type Reporter } from '../readings/index.ts'

const app = await testApp()
const { advance, call, clock, db, ingest, make, pool, server, signIn } = app

const minute = 60_000

/** Sends readings of a device, each the given minutes ago, and returns what the two calls then say of it. */
async function report(...sent: [minutesAgo: number, readings: Record<string, number>][]) {
  const site = await make.site()
  const device = await make.device({ site })
  for (const [ago, readings] of sent)
    await sendSamples(ingest, device.mac, [{ at: clock().getTime() - ago * minute, readings }])
  return {
    device,
    /** Sends a message as a HALO. */
    async tell(message: object) {
      const { statusCode } = await server.inject({
        method: 'POST',
        url: '/api/ingest/from/halo',
        headers: { authorization: `Basic ${btoa(`${device.mac}:${device.key}`)}` },
        payload: message,
      })
      expect(statusCode).toBe(202)
    },
    async read() {
      const as = await signIn({ site })
      const latest = (await call(sensors.latest, { query: {} }, { as })).data[0]
      const status = (await call(devices.status, { params: { id: device.id } }, { as })).data
      expect(status.Silent).toEqual(latest?.Silent)
      expect(status.Latest).toEqual(latest?.Latest)
      return [latest?.Latest, latest?.Silent]
    },
  }
}

test('a sensor that has stopped is silent while the device sends others, and keeps its last value', async () => {
  const { read } = await report([30, { ECO2: 612, temperature: 20 }], [1, { temperature: 21 }])
  expect(await read()).toEqual([{ ECO2: 612, temperature: 21 }, ['ECO2']])
})

test('it is not if the device sends it in other readings than the newest', async () => {
  const { read } = await report([3, { ECO2: 612 }], [1, { temperature: 21 }])
  expect(await read()).toEqual([{ ECO2: 612, temperature: 21 }, undefined])
})

test('it is no longer once it sends again', async () => {
  const { device, read } = await report([30, { ECO2: 612 }], [2, { temperature: 21 }])
  expect((await read())[1]).toEqual(['ECO2'])
  await sendSamples(ingest, device.mac, [{ readings: { ECO2: 700, temperature: 22 } }])
  expect(await read()).toEqual([{ ECO2: 700, temperature: 22 }, undefined])
})

test('it is silent from the minute on in which its last value is as old as makes a device offline', async () => {
  const { device, read } = await report([0, { ECO2: 612, temperature: 20 }])
  const silent: unknown[] = []
  const expected: unknown[] = []
  for (let minutes = 0; minutes * minute < 2 * offlineAfterMs(defaultReportInterval * 1000); minutes++) {
    silent.push((await read())[1])
    expected.push(minutes * minute < offlineAfterMs(defaultReportInterval * 1000) ? undefined : ['ECO2'])
    advance(minute)
    await sendSamples(ingest, device.mac, [{ at: clock().getTime(), readings: { temperature: 21 } }])
  }
  expect(silent).toEqual(expected)
  expect(silent).toContain(undefined)
  expect(silent).toContainEqual(['ECO2'])
})

test('no sensor is silent by itself while the whole device is', async () => {
  const { read } = await report([30, { ECO2: 612 }], [10, { temperature: 21 }])
  expect(await read()).toEqual([{ ECO2: 612, temperature: 21 }, undefined])
})

test('a device that reports rarely has more time, and past readings may be compact', async () => {
  const { device, read } = await report([2.9 * 1440, { ECO2: 612 }], [1, { temperature: 21 }])
  const reportEvery = (seconds: number) =>
    db
      .updateTable('device_state')
      .set({ reported_interval: seconds })
      .where('device_no', '=', device.no)
      .execute()
  await reportEvery(86_400)
  expect((await read())[1]).toBeUndefined()
  expect(await compactAll(db, new Date())).toBeGreaterThan(0)
  expect((await read())[1]).toBeUndefined()
  await reportEvery(80_000)
  expect((await read())[1]).toEqual(['ECO2'])
})

test.each([
  ['vape', 'Vape', 0, true],
  ['vape', 'Vape', 0, false],
  ['aggression', 'Aggression', 0, false],
  ['motion', 'Motion', 0, false],
  ['tamper', 'Tamper', 0, false],
  ['motion', 'Motion', 100, undefined],
])(
  'a kind of which a device reports only events is not silent between them: %s of %s is %d',
  async (kind, event, last, hasReset) => {
    const { read, tell } = await report()
    await tell({ event, detected: true })
    advance(minute)
    if (hasReset) await tell({ event, detected: false })
    advance(5 * minute)
    const { directory } = ingest.intake
    const now = () => clock().getTime()
    if (hasReset === false) await fireTimers({ pool, writer: ingest.writer, directory, now })
    for (let minutes = 0; minutes < 7; minutes++) {
      await tell({ sensors: { F: 68 } })
      advance(minute)
    }
    expect(await read()).toEqual([{ [kind]: last, temperature: 20 }, undefined])
  },
)

test('the same kind is silent if the device has measured it', async () => {
  const { read } = await report([30, { vape: 7, motion: 3 }], [1, { temperature: 21 }])
  expect((await read())[1]).toEqual(['vape', 'motion'])
})

test('the compact readings of a device are read once for all of its sensors', async () => {
  const { device, read } = await report(
    [2.9 * 1440, { ECO2: 612 }],
    [2.8 * 1440, { humidity: 40 }],
    [4 * 1440, { noise: 41 }],
    [1, { temperature: 21 }],
  )
  await db
    .updateTable('device_state')
    .set({ reported_interval: 86_400 })
    .where('device_no', '=', device.no)
    .execute()
  expect(await compactAll(db, clock())).toBeGreaterThan(0)
  expect((await read())[1]).toEqual(['noise'])
  let count = 0
  const execute = executeIn(db)
  const sensors = ['ECO2', 'humidity', 'noise', 'temperature'] as const
  const reporter = { no: device.no, latestAt: clock(), interval: 86_400_000, sensors }
  const silent = await listSilentSensors(
    (text, values) => {
      count++
      return execute(text, values)
    },
    [reporter],
    clock().getTime(),
  )
  expect(silent.map(({ sensor }) => sensor)).toEqual(['noise'])
  expect(count).toBe(4)
})

test('the newest reading of a device that has stopped is looked up once', async () => {
  const { device } = await report([0, { ECO2: 612 }])
  const interval = defaultReportInterval * 1000
  const latestAt = await latestOf(device.no)
  // The reading that was checked is too old to prove that the sensor still sends. The newest one is not.
  const checked = { at: (latestAt?.getTime() ?? 0) - offlineAfterMs(interval), sent: -1 }
  const reporter: Reporter = { no: device.no, latestAt, interval, sensors: ['ECO2'], checked }
  const counts: number[] = []
  for (const _ of [1, 2, 3]) {
    let count = 0
    const execute: Execute = (text, values) => {
      count++
      return executeIn(db)(text, values)
    }
    expect(
      await listSilentSensors(execute, [reporter], clock().getTime() + 0.8 * offlineAfterMs(interval)),
    ).toEqual([])
    counts.push(count)
  }
  expect(counts).toEqual([1, 0, 0])
})

test('newest readings are looked up again only after as long as they may prove that a sensor is not silent', async () => {
  const { device } = await report([0, { ECO2: 612 }])
  let count = 0
  const execute: Execute = (text, values) => {
    count++
    return executeIn(db)(text, values)
  }
  const interval = defaultReportInterval * 1000
  const reporter: Reporter = { no: device.no, latestAt: null, interval, sensors: ['ECO2'] }
  const counts: number[] = []
  for (let minutes = 0; minutes < 12; minutes++) {
    reporter.latestAt = await latestOf(device.no)
    expect(await listSilentSensors(execute, [reporter], clock().getTime())).toEqual([])
    counts.push(count)
    advance(minute)
    await sendSamples(ingest, device.mac, [{ at: clock().getTime(), readings: { ECO2: 613 } }])
  }
  expect(counts).toEqual(
    counts.map((_, minutes) => 1 + Math.floor(minutes / (offlineAfterMs(interval) / minute))),
  )
})

const latestOf = async (no: number) => {
  const row = db.selectFrom('device_state').where('device_no', '=', no).select('latest_at')
  return (await row.executeTakeFirstOrThrow()).latest_at
}
