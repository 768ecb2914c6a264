import { expect, test } from 'vitest'
import type { MadeDevice, MadeSite } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testIngest } from '../../../test/test-ingest.ts'
import { outageWatch } from '../../../test/watch-outages.ts'

const start = Date.UTC(2026, 10, 20, 9)
const minute = 60_000

/** Creates a campus with two buildings; devices report at the current time on request. */
async function campus() {
  const app = await testIngest(start)
  const { db, make, pool, time } = app
  const watch = outageWatch({ db, pool, now: () => time.now })
  const site = await make.site({ name: 'Campus' })
  const [east, west] = [
    await make.site({ parent: site, name: 'East' }),
    await make.site({ parent: site, name: 'West' }),
  ]
  return {
    ...app,
    campus: site,
    east,
    west,
    devicesAt: (at: MadeSite, count: number) =>
      Promise.all(Array.from({ length: count }, () => make.device({ site: at }))),
    async report(devices: readonly MadeDevice[]) {
      for (const { mac } of devices) await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
    },
    /** Advances the clock, looks for silent devices, and handles the events. */
    async wait(minutes: number) {
      time.now += minutes * minute
      await watch.findSilent(app.ingest)
      await watch.follow()
    },
    follow: watch.follow,
    async outages() {
      const rows = await db
        .selectFrom('outage')
        .innerJoin('site', 'site.id', 'outage.site_id')
        .select(['outage.id', 'name', 'started_at', 'ended_at'])
        .orderBy('outage.id')
        .execute()
      const links = await db.selectFrom('outage_alert').selectAll().execute()
      return rows.map(({ id, name, started_at, ended_at }) => ({
        site: name,
        devices: links.filter(({ outage_id }) => outage_id === id).length,
        since: (started_at.getTime() - start) / minute,
        until: ended_at && (ended_at.getTime() - start) / minute,
      }))
    },
    audited: () =>
      db
        .selectFrom('audit_entry')
        .innerJoin('site', 'site.id', 'audit_entry.subject_id')
        .where('action', 'like', 'site.outage%')
        .select(['action', 'name', 'actor_id', 'details'])
        .orderBy('audit_entry.id')
        .execute(),
    announced: async () =>
      (await db.selectFrom('event').where('kind', '=', 'OutagesChanged').select('site_path').execute()).map(
        ({ site_path }) => site_path,
      ),
  }
}

test('devices of a site that fall silent together are one outage, and each keeps its alert and status', async () => {
  const {
    campus: site,
    db,
    devicesAt,
    east,
    report,
    wait,
    outages,
    audited,
    announced,
    time,
  } = await campus()
  const [fallen, others] = [await devicesAt(east, 4), await devicesAt(site, 6)]
  await report(fallen)
  time.now += 5 * minute
  await report(others)
  await wait(1)
  expect(await outages()).toEqual([{ site: 'East', devices: 4, since: 0, until: null }])
  const alerts = await db.selectFrom('alert').where('ended_at', 'is', null).select('type_key').execute()
  expect(alerts.map(({ type_key }) => type_key)).toEqual(['Offline', 'Offline', 'Offline', 'Offline'])
  const offline = db.selectFrom('device_state').where('online', '=', false).select('device_no')
  expect((await offline.execute()).map(({ device_no }) => device_no).toSorted()).toEqual(
    fallen.map(({ no }) => no).toSorted(),
  )
  expect(await audited()).toMatchObject([
    {
      action: 'site.outage_started',
      name: 'East',
      actor_id: null,
      details: { changes: { DevicesReporting: [4, 0] } },
    },
  ])
  expect(await announced()).toEqual([east.path])
})

test('devices that fall silent at different times are not an outage', async () => {
  const { devicesAt, east, report, wait, outages, time } = await campus()
  const devices = await devicesAt(east, 4)
  for (const device of devices) {
    await report([device])
    time.now += 3 * minute
  }
  await wait(10)
  expect(await outages()).toEqual([])
})

test('a device that falls silent within the same time joins the outage, and the last of a campus widens it', async () => {
  const {
    devicesAt,
    east,
    west,
    report,
    wait,
    outages,
    audited,
    announced,
    campus: site,
    time,
  } = await campus()
  const [first, late, beside] = [await devicesAt(east, 4), await devicesAt(east, 1), await devicesAt(west, 5)]
  await report([...first, ...beside])
  time.now += minute
  await report(late)
  time.now += minute
  await report(beside)
  await wait(3.5)
  expect(await outages()).toMatchObject([{ site: 'East', devices: 4, since: 0 }])
  await wait(1)
  expect(await outages()).toMatchObject([{ site: 'East', devices: 5, since: 1 }])
  await wait(1)
  expect(await outages()).toEqual([{ site: 'Campus', devices: 10, since: 2, until: null }])
  expect((await audited()).map(({ name, details }) => [name, details])).toEqual([
    ['East', { changes: { DevicesReporting: [5, 1] } }],
    ['Campus', { changes: { DevicesReporting: [10, 0] } }],
  ])
  expect(new Set(await announced())).toEqual(new Set([east.path, site.path]))
})

test('two buildings found one after the other become one outage of their campus', async () => {
  const { devicesAt, east, west, campus: site, report, wait, outages, time } = await campus()
  const [one, two, keeper] = [await devicesAt(east, 3), await devicesAt(west, 3), await devicesAt(site, 2)]
  await report([...one, ...two, ...keeper])
  time.now += 5 * minute
  await report(keeper)
  await wait(0.5)
  expect(await outages()).toMatchObject([{ site: 'East' }, { site: 'West' }])
})

test('an outage ends when most of its devices are back, and the others stay offline', async () => {
  const { db, devicesAt, east, report, wait, outages, audited, follow, time } = await campus()
  const devices = await devicesAt(east, 5)
  await report(devices)
  await wait(6)
  time.now += 4 * minute
  await report(devices.slice(0, 3))
  await follow()
  expect(await outages()).toMatchObject([{ devices: 5, until: null }])
  time.now += minute
  await report(devices.slice(3, 4))
  await follow()
  expect(await outages()).toEqual([{ site: 'East', devices: 5, since: 0, until: 11 }])
  expect((await audited()).at(-1)).toMatchObject({
    action: 'site.outage_ended',
    details: { changes: { DevicesSilent: [5, 1] } },
  })
  const open = await db.selectFrom('alert').where('ended_at', 'is', null).select('device_no').execute()
  expect(open).toEqual([{ device_no: devices[4]?.no }])
})

test('devices that raise no alerts count neither as silent nor as reporting', async () => {
  const { devicesAt, east, make, report, wait, outages, time } = await campus()
  const inactive = () => make.device({ site: east, is_active: false })
  const [silent, reporting] = [await inactive(), await inactive()]
  await report([...(await devicesAt(east, 3)), silent, reporting])
  time.now += 5 * minute
  await report([reporting])
  await wait(1)
  expect(await outages()).toMatchObject([{ devices: 3 }])
})

test('events that are handled again change nothing', async () => {
  const { db, pool, time, ingest, devicesAt, east, report, outages, audited } = await campus()
  await report(await devicesAt(east, 3))
  time.now += 6 * minute
  const [watch, again] = [0, 1].map(() => outageWatch({ db, pool, now: () => time.now }))
  await watch?.findSilent(ingest)
  await watch?.follow()
  const before = await outages()
  await again?.follow()
  expect(await outages()).toEqual(before)
  expect(await audited()).toHaveLength(1)
})
