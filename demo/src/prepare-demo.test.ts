import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { scheduledIncidents } from '@eot/fleet/incident-schedule'
import type { Foundation } from '@eot/server/program/foundation'
import { expect, onTestFinished, test } from 'vitest'
import { foundationOfTest, madeAt, smallPlan } from '../test/small-demo.ts'
import { demoStateQueries } from './demo-state.queries.ts'
import { prepareDemo } from './prepare-demo.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const lines: string[] = []
const goOn = { signal: { throwIfAborted: () => undefined }, say: (line: string) => void lines.push(line) }

/** Returns a signal that aborts at the fourth cut of the history. */
function stoppedHalfWay() {
  let asked = 0
  return {
    ...goOn,
    signal: {
      throwIfAborted() {
        asked += 1
        if (asked > 4) throw new Error('stopped')
      },
    },
  }
}

const stateOf = ({ db }: Foundation) => demoStateQueries(db).findState()

async function rowsOf<Row extends object>({ pool }: Foundation, text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows
}

const alertsOf = (parts: Foundation) =>
  rowsOf<{ device: string; type: string; start: Date; end: Date; confirmed: boolean }>(
    parts,
    `select device_name as device, type_key as type, started_at as start, ended_at as end, confirmed
     from alert order by started_at, device_name, type_key`,
  )

test('the history has the readings, alerts and events that the program would have stored', async () => {
  const parts = await foundationOfTest()
  const { devices } = await prepareDemo(parts, smallPlan, goOn)
  expect(await stateOf(parts)).toBe('finished')

  const alerts = await alertsOf(parts)
  expect(alerts.length).toBeGreaterThan(8)
  for (const { start, end } of alerts) {
    expect(start.getTime()).toBeGreaterThan(madeAt.getTime() - smallPlan.historyDays * dayMs)
    expect(end.getTime()).toBeGreaterThan(start.getTime())
    expect(end.getTime()).toBeLessThanOrEqual(madeAt.getTime())
  }
  expect(alerts.filter(({ confirmed }) => confirmed).length).toBeGreaterThan(0.6 * alerts.length)
  expect(await rowsOf(parts, 'select 1 from alert where raised_at <> started_at')).toEqual([])

  const fromMs = madeAt.getTime() - smallPlan.historyDays * dayMs
  const silences = devices.flatMap((device) =>
    [...scheduledIncidents(device, fromMs, madeAt.getTime())]
      .filter(({ name, endMs }) => name === 'silence' && endMs < madeAt.getTime() - 60 * minuteMs)
      .map(({ startMs, endMs }) => ({ device: device.name, startMs, endMs })),
  )
  expect(silences.length).toBeGreaterThan(0)
  const offline = alerts.filter(({ type }) => type === 'Offline')
  expect(offline).toHaveLength(silences.length)
  for (const { device, startMs, endMs } of silences) {
    const alert = offline.find(
      (one) => one.device === device && Math.abs(one.start.getTime() - startMs) <= minuteMs,
    )
    expect((alert?.end.getTime() ?? 0) - endMs).toBeGreaterThanOrEqual(0)
    expect((alert?.end.getTime() ?? Number.NaN) - endMs).toBeLessThanOrEqual(minuteMs)
  }
})

test('the stored data is consistent', async () => {
  const parts = await foundationOfTest()
  await prepareDemo(parts, smallPlan, goOn)
  const inZone = (unit: string) =>
    `select r.device_no, date_trunc('${unit}', r.at at time zone s.time_zone) at time zone s.time_zone as bucket,
       count(r.temperature)::int as n, min(r.temperature) as low, max(r.temperature) as high, round(sum(r.temperature::float8)::numeric, 3) as sum
     from reading r join device d on d.no = r.device_no join site s on s.id = d.site_id group by 1, 2`
  for (const unit of ['minute', 'hour', 'day']) {
    const wrong = await rowsOf(
      parts,
      `with raw as (${inZone(unit)}), rolled as (
         select device_no, bucket, temperature_n as n, temperature_min as low, temperature_max as high,
           round(temperature_sum::numeric, 3) as sum
         from ${unit === 'minute' ? 'every_reading_minute' : `reading_${unit}`}
       ), still_open as (select device_no, max(bucket) as bucket from raw group by 1)
       (select * from raw where (device_no, bucket) not in (select * from still_open) except select * from rolled)
       union all (select * from rolled except select * from raw)`,
    )
    expect(wrong, unit).toEqual([])
  }
  const latest = await rowsOf<{ online: boolean; late: boolean; same: boolean }>(
    parts,
    `select t.online, t.latest_at < $$${madeAt.toISOString()}$$::timestamptz - interval '2 minutes' as late,
       t.temperature = r.temperature as same
     from device_state t join lateral (select * from reading where device_no = t.device_no order by at desc limit 1) r
       on r.at = t.latest_at`,
  )
  expect(latest).toEqual(Array(4).fill({ online: true, late: false, same: true }))
  // The last full hour is rated, so that the dashboard has scores from the start. Hours of the hall begin at half past.
  const lastHour = new Date(Math.floor(madeAt.getTime() / hourMs) * hourMs - hourMs).toISOString()
  expect(
    await rowsOf(
      parts,
      `select d.name from rating_hour r join device d on d.no = r.device_no where r.hour = $$${lastHour}$$ order by 1`,
    ),
  ).toEqual([{ name: 'Hallway' }, { name: 'Restroom' }, { name: 'Room 1' }])
  // A smaller model reports only the kinds it has sensors for.
  expect(
    await rowsOf(
      parts,
      `select distinct count(r.vape) > 0 as vape, count(r.eco2) > 0 as eco2 from reading r
       join device d on d.no = r.device_no where d.name = 'Room 1'`,
    ),
  ).toEqual([{ vape: false, eco2: true }])
  // Only the invitation of a colleague is announced.
  expect(
    await rowsOf(parts, 'select reason as kind from quarantine union all select kind from event'),
  ).toEqual([{ kind: 'UsersChanged' }])
})

test('an existing demo is left unchanged', async () => {
  const parts = await foundationOfTest()
  const made = await prepareDemo(parts, smallPlan, goOn)
  const counts =
    'select (select count(*) from audit_entry) as events, (select count(*) from reading) as readings'
  const before = await rowsOf(parts, counts)
  expect(await prepareDemo(parts, smallPlan, goOn)).toEqual(made)
  expect(await rowsOf(parts, counts)).toEqual(before)
  for (const name of ['demo-fleet.json', 'demo-accounts.json']) {
    expect((await stat(join(parts.config.dataDir, name))).mode & 0o777).toBe(0o600)
  }
})

test('an interrupted demo is created again, with the same result as without the interruption', async () => {
  const whole = await foundationOfTest()
  await prepareDemo(whole, smallPlan, goOn)
  const parts = await foundationOfTest()
  await expect(prepareDemo(parts, smallPlan, stoppedHalfWay())).rejects.toThrow('stopped')
  expect(await stateOf(parts)).toBe('unfinished')
  expect(await rowsOf(parts, 'select count(*) > 0 as some from reading')).toEqual([{ some: true }])

  const { accounts } = await prepareDemo(parts, smallPlan, goOn)
  expect(lines).toContain('creating the demo was interrupted last time; starting over')
  expect(await stateOf(parts)).toBe('finished')
  expect(await alertsOf(parts)).toEqual(await alertsOf(whole))
  const count = 'select count(*) as n from reading'
  expect(await rowsOf(parts, count)).toEqual(await rowsOf(whole, count))
  expect(accounts.map(({ role, site }) => `${role} of ${site}`)).toEqual([
    'System Administrator of All sites',
    'Site Staff of District',
  ])
})

test('the database of another portal is rejected and not touched', async () => {
  const parts = await foundationOfTest()
  await parts.pool.query("insert into site (id, path, name) values (gen_random_uuid(), 'own/', 'Own')")
  await expect(prepareDemo(parts, smallPlan, goOn)).rejects.toThrow('not the demo; set another DATA_DIR')
  expect(await stateOf(parts)).toBe('foreign')
})

test('a port already in use is reported before anything is created', async () => {
  const taken = createServer()
  onTestFinished(() => void taken.close())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const parts = await foundationOfTest({ MQTT_PORT: String(port) })
  await expect(prepareDemo(parts, smallPlan, goOn)).rejects.toThrow(`port ${port} is in use; set MQTT_PORT`)
  expect(await stateOf(parts)).toBe('empty')
})
