import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'
import { executeIn } from '../../../platform/db/execute.queries.ts'
import { endDeviceAlerts, type Ingest } from '../index.ts'
import { adapt } from '../intake/adapters/adapt.ts'
import { mappings } from '../intake/adapters/mapping.ts'
import { readAdapted } from '../intake/read-adapted.ts'
import { endOfEvent, eventTimerPrefix } from '../writer/event-ends.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { fireTimers } from './watch-devices.job.ts'

const start = Date.UTC(2026, 10, 20, 9)
const second = 1000
const from = { text: '', isJson: true, ip: '192.0.2.1' }

/** Creates a HALO that reports events, and whose timers fire each second. */
async function reportingHalo() {
  const app = await testIngest(start)
  const { pool, time } = app
  const { no, mac } = await app.make.device()
  /** Fires the timers of one process, or of several processes at the same time. */
  const fire = (...processes: Ingest[]) =>
    Promise.all(
      (processes.length > 0 ? processes : [app.ingest]).map(({ intake, writer }, ahead) =>
        fireTimers({ pool, directory: intake.directory, writer, now: () => time.now + ahead }),
      ),
    )

  /** Parses a message and returns a function that stores it. */
  async function read(message: object, { intake, writer } = app.ingest): Promise<() => Promise<unknown>> {
    const device = await intake.directory.findByMac(mac)
    if (!device) throw new Error('there is no such device')
    const { inputsFor } = await readAdapted(
      adapt(mappings.halo, message),
      from,
      { device, sitePath: null },
      intake,
    )
    return () => submitAndWait(writer, (submission) => inputsFor(submission, 'http'))
  }

  return {
    ...app,
    mac,
    no,
    tell: async (message: object, process?: Ingest) => (await read(message, process))(),
    read,
    /** Advances the clock. */
    async wait(seconds: number) {
      for (let passed = 0; passed < seconds; passed++) {
        time.now += second
        await fire()
      }
    },
    fire,
    async newest() {
      const { rows } = await pool.query(
        'select vape, motion, temperature, last_seen_at, online from device_state where device_no = $1',
        [no],
      )
      return rows[0]
    },
    async stored(): Promise<[seconds: number, vape: number][]> {
      const { rows } = await pool.query(
        'select at, vape from reading where device_no = $1 and vape is not null order by at',
        [no],
      )
      return rows.map(({ at, vape }) => [(at.getTime() - start) / second, vape])
    },
  }
}

const begun = { event: 'Vape', detected: true }
const over = { event: 'Vape', detected: false }

test('an event without a reported end is over after two minutes, like its alert', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  await halo.wait(119)
  expect(await halo.newest()).toMatchObject({ vape: 100 })
  await halo.wait(2)
  expect(await halo.newest()).toMatchObject({ vape: 0, last_seen_at: new Date(start) })
  expect(await halo.stored()).toEqual([
    [0, 100],
    [120, 0],
  ])
  await halo.wait(10)
  expect(await halo.stored()).toHaveLength(2)
  const { rows } = await halo.pool.query('select type_key, ended_at from alert')
  expect(rows).toEqual([{ type_key: 'Vape', ended_at: new Date(start + 120 * second) }])
})

test('a repeated event lasts for two more minutes, and one with a reported end is over only then', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  await halo.wait(100)
  await halo.tell(begun)
  await halo.wait(100)
  await halo.tell(over)
  await halo.wait(300)
  expect(await halo.stored()).toEqual([
    [0, 100],
    [100, 100],
    [200, 0],
  ])
})

test('an event also ends after a restart, and when other values continue', async () => {
  const halo = await reportingHalo()
  await halo.tell({ event: 'Motion', detected: true })
  await halo.restart()
  for (let minutes = 1; minutes <= 5; minutes++) {
    await halo.wait(60)
    await halo.tell({ sensors: { F: 68 } })
  }
  expect(await halo.newest()).toMatchObject({ motion: 0, temperature: 20 })
})

test('the end of an event is created again if it comes after a newer reading', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  await halo.wait(100)
  await sendSamples(halo.ingest, halo.mac, [{ at: start + 150 * second, readings: { temperature: 20 } }])
  await halo.wait(21)
  expect(await halo.newest()).toMatchObject({ vape: 100 })
  await halo.wait(120)
  expect(await halo.newest()).toMatchObject({ vape: 0 })
})

test.each([
  ['Moved', {}],
  ['DeviceDeactivated', { is_active: false }],
  ['DeviceExpired', { expires_at: new Date(start) }],
] as const)('an event is also over if the alerts of its device end by %s', async (reason, columns) => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  await halo.wait(10)
  await halo.db.transaction().execute(async (tx) => {
    if (Object.keys(columns).length > 0)
      await tx.updateTable('device').set(columns).where('no', '=', halo.no).execute()
    const ends = { deviceNos: [halo.no], typeKeys: null, at: new Date(halo.time.now), reason, userId: null }
    await endDeviceAlerts(executeIn(tx), ends)
  })
  await halo.wait(300)
  expect(await halo.newest()).toMatchObject({ vape: 0 })
  const { rows } = await halo.pool.query('select type_key from alert_timer')
  expect(rows).toEqual([])
})

test('a value that a device measures stays its newest value', async () => {
  const halo = await reportingHalo()
  await sendSamples(halo.ingest, halo.mac, [{ readings: { vape: 80 } }])
  await halo.wait(300)
  expect(await halo.newest()).toMatchObject({ vape: 80 })
})

test('the end of an event does not make a silent device online', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  await halo.pool.query('update device_state set online = false')
  await halo.restart()
  await halo.wait(121)
  expect(await halo.newest()).toMatchObject({ vape: 0, online: false })
})

test('an event that the device reports again just before its end continues', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  await halo.wait(119)
  halo.time.now += second
  const tellAgain = await halo.read(begun)
  await Promise.all([halo.fire(), tellAgain()])
  expect(await halo.newest()).toMatchObject({ vape: 100 })
  await halo.wait(100)
  expect(await halo.stored()).toEqual([
    [0, 100],
    [120, 100],
  ])
})

test('several processes end an event once', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  const others = [halo.another(), halo.another()]
  halo.time.now += 120 * second
  await halo.fire(halo.ingest, ...others)
  expect(await halo.stored()).toEqual([
    [0, 100],
    [120, 0],
  ])
})

test('a value measured after one process has ended an event stays, although another process also ends it', async () => {
  const halo = await reportingHalo()
  await halo.tell(begun)
  const { intake, writer } = halo.another()
  halo.time.now += 120 * second
  await halo.fire()
  halo.time.now += second
  await sendSamples(halo.ingest, halo.mac, [{ readings: { vape: 80 } }])
  halo.time.now += second
  const device = await intake.directory.findByMac(halo.mac)
  if (!device) throw new Error('there is no such device')
  await submitAndWait(writer, (submission) => [
    endOfEvent(device, 'vape', halo.time.now, submission),
    { kind: 'tick', device, typeKey: `${eventTimerPrefix}vape`, submission },
  ])
  await halo.wait(300)
  expect(await halo.newest()).toMatchObject({ vape: 80 })
})

test('the first event of a kind also ends if another process has stored a newer reading', async () => {
  const halo = await reportingHalo()
  await halo.tell({ sensors: { F: 68 } })
  halo.time.now -= 3
  await halo.tell(begun, halo.another())
  expect(await halo.newest()).toMatchObject({ vape: 100 })
  await halo.wait(121)
  expect(await halo.newest()).toMatchObject({ vape: 0 })
})

test('no message is lost if another process receives one, or ends an event, in the same millisecond', async () => {
  const halo = await reportingHalo()
  const [second, third] = [halo.another(), halo.another()]
  await halo.tell({ sensors: { F: 68 } })
  await Promise.all([halo.tell(begun, second), halo.tell({ sensors: { F: 50 } }, third)])
  const alerts = await halo.pool.query('select type_key, ended_at from alert')
  expect(alerts.rows).toEqual([{ type_key: 'Vape', ended_at: null }])
  halo.time.now += 121_000
  await halo.fire()
  await halo.tell(begun, second)
  expect(await halo.newest()).toMatchObject({ vape: 100 })
  const counts = await halo.pool.query(
    'select (select count(*) from reading)::int as stored, (select count(*) from quarantine)::int as refused',
  )
  expect(counts.rows).toEqual([{ stored: 5, refused: 0 }])
})
