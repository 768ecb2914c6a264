import { audit } from '@eot/contract/audit'
import { hints } from '@eot/contract/hints'
import { describe, expect, test } from 'vitest'
import type { MadeDevice, MadeSite } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { createLog } from '../../platform/log.ts'
import { findRoomHints } from './find-room-hints.job.ts'
import { findVapeHints } from './find-vape-hints.job.ts'

const app = await testApp()
const { call, clock, db, make, pool, signIn } = app

const log = createLog('silent')
const minute = 60_000
const day = 86_400_000

async function school(parent?: MadeSite) {
  const site = await make.site({ time_zone: 'America/Chicago', ...(parent && { parent }) })
  return { site, as: await signIn({ site, role: 'Site Administrator' }) }
}

/** Creates a vape alert ten minutes ago, with the readings around it. */
async function vapeAlert(site: MadeSite, risen: { particulate?: number; tvoc?: number; humidity?: number }) {
  const device = await make.device({ site })
  const started = clock().getTime() - 10 * minute
  const rows = Array.from({ length: 45 }, (_, index) => {
    const at = started + (index - 40) * minute
    const value = (usual: number, to: number | undefined, from: number) =>
      to !== undefined && at >= started + from ? to : usual
    return {
      at: new Date(at),
      particulate: value(5, risen.particulate, 0),
      tvoc: value(100, risen.tvoc, 0),
      humidity: value(45, risen.humidity, -4 * minute),
    }
  })
  await pool.query(
    `insert into reading (device_no, at, received_at, particulate, tvoc, humidity)
     select $1, at, at, particulate, tvoc, humidity from unnest($2::timestamptz[], $3::real[], $4::real[], $5::real[])
       as given (at, particulate, tvoc, humidity)`,
    [
      device.no,
      rows.map(({ at }) => at),
      rows.map(({ particulate }) => particulate),
      rows.map(({ tvoc }) => tvoc),
      rows.map(({ humidity }) => humidity),
    ],
  )
  const ended_at = new Date(started + 2 * minute)
  return make.alert({ device, type: 'Vape', started_at: new Date(started), ended_at })
}

const listOf = async (as: Awaited<ReturnType<typeof signIn>>, query: object = {}) =>
  (await call(hints.list, { query }, { as })).data

describe('at a vape alert', () => {
  test('particulates and TVOC that rose with it are reported, and count as right once it is marked real', async () => {
    const { site, as } = await school()
    const { id } = await vapeAlert(site, { particulate: 90, tvoc: 400 })
    await findVapeHints(db, clock(), log)
    const { Items } = await listOf(as, { alertId: id })
    expect(Items).toMatchObject([
      {
        Kind: 'CorroboratedVape',
        AlertId: id,
        Evidence: [
          { Sensor: 'particulate', Usual: 5, Value: 90 },
          { Sensor: 'TVOC', Usual: 100, Value: 400 },
        ],
        Dismissed: null,
      },
    ])
    expect((await listOf(as)).Precision).toEqual([{ Kind: 'CorroboratedVape', Right: 0, Wrong: 0 }])
    await db.updateTable('alert').set({ disposition: 'Real' }).where('id', '=', id).execute()
    expect((await listOf(as)).Precision).toEqual([{ Kind: 'CorroboratedVape', Right: 1, Wrong: 0 }])
  })

  test('humidity that rose first is reported as steam', async () => {
    const { site, as } = await school()
    const { id } = await vapeAlert(site, { humidity: 85, particulate: 60 })
    await findVapeHints(db, clock(), log)
    expect((await listOf(as, { alertId: id })).Items).toMatchObject([
      { Kind: 'ProbableSteam', LeadSeconds: 240, Evidence: [{ Sensor: 'humidity', Usual: 45, Value: 85 }] },
    ])
  })

  test('nothing is reported without evidence, and the alert stays unchanged', async () => {
    const { site, as } = await school()
    const { id } = await vapeAlert(site, {})
    const other = await vapeAlert(site, { humidity: 85 })
    const readAlerts = () => db.selectFrom('alert').selectAll().orderBy('id').execute()
    const before = await readAlerts()
    await findVapeHints(db, clock(), log)
    await findVapeHints(db, clock(), log)
    expect((await listOf(as, { alertId: id })).Items).toEqual([])
    expect((await listOf(as, { alertId: other.id })).Items).toHaveLength(1)
    expect(await readAlerts()).toEqual(before)
  })
})

/** Stores a temperature at noon of each of the last 28 days for each room, as an hour and as a day. */
async function roomsWith(site: MadeSite, temperatures: readonly ((daysAgo: number) => number)[]) {
  const devices: MadeDevice[] = []
  for (const [index, valueAt] of temperatures.entries()) {
    const device = await make.device({ site, name: `Room ${index + 1}` })
    devices.push(device)
    const days = Array.from({ length: 28 }, (_, ago) => ago + 1)
    for (const [table, time] of [
      ['reading_hour', '12 hours'],
      ['reading_day', '0 hours'],
    ])
      await pool.query(
        `insert into ${table} (bucket, device_no, temperature_n, temperature_sum, temperature_min, temperature_max)
         select (date_trunc('day', $3::timestamptz at time zone 'America/Chicago') - make_interval(days => ago)
           + interval '${time}') at time zone 'America/Chicago', $1, 1, value, value, value
         from unnest($2::int[], $4::float8[]) as given (ago, value)`,
        [device.no, days, clock(), days.map(valueAt)],
      )
  }
  return devices
}

describe('among the rooms of a site', () => {
  const usual = [1, 2, 3, 4, 5].map((room) => (ago: number) => 21 + room / 10 + (ago % 3) / 10)

  test('one that differs and one that drifts are each reported once, and again each day', async () => {
    const { site, as } = await school()
    const [, , , , , cold, drifting] = await roomsWith(site, [
      ...usual,
      () => 15.5,
      (ago) => 21 + (28 - ago) * 0.09,
    ])
    await findRoomHints(db, clock(), log)
    await findRoomHints(db, clock(), log)
    const found = (await listOf(as)).Items
    expect(
      found.map(({ Kind, Device, Evidence }) => [Kind, Device.Id, Evidence[0]?.Sensor]).toSorted(),
    ).toEqual([
      ['RoomUnlikeOthers', cold?.id, 'temperature'],
      ['SensorDrift', drifting?.id, 'temperature'],
    ])
    const unlike = found.find(({ Kind }) => Kind === 'RoomUnlikeOthers')
    expect(unlike).toMatchObject({ Rooms: 6, Days: 7, Evidence: [{ Value: 15.5 }] })
    await findRoomHints(db, new Date(clock().getTime() + day), log)
    const again = (await listOf(as)).Items
    expect(again.map(({ Id }) => Id).toSorted()).toEqual(found.map(({ Id }) => Id).toSorted())
    expect(again.map(({ FirstAt }) => FirstAt)).toEqual(found.map(({ FirstAt }) => FirstAt))
  })

  test('rooms of a customer are never compared with those of another', async () => {
    const [ours, theirs] = [await school(), await school()]
    await roomsWith(ours.site, [() => 15.5])
    await roomsWith(theirs.site, usual.slice(0, 4))
    await db.deleteFrom('hint_search').execute() // the root was searched before
    await findRoomHints(db, clock(), log)
    expect((await listOf(ours.as)).Items).toEqual([])
  })

  test('a dismissed hint stays dismissed while it is found again, counts, and can be restored', async () => {
    const { site, as } = await school()
    await roomsWith(site, [...usual, () => 15.5])
    await findRoomHints(db, clock(), log)
    const id = (await listOf(as)).Items[0]?.Id ?? ''
    const dismiss = (body: object) => call(hints.dismiss, { params: { id }, body: body as never }, { as })
    expect((await dismiss({ Reason: 'Maybe' })).status).toBe(400)
    const dismissed = await dismiss({ Reason: 'Known', Comment: 'The window is open at night' })
    expect(dismissed.data.Dismissed).toMatchObject({
      Reason: 'Known',
      Comment: 'The window is open at night',
    })
    await findRoomHints(db, new Date(clock().getTime() + day), log)
    const { Items, Precision } = await listOf(as)
    expect(Items[0]?.Dismissed?.Reason).toBe('Known')
    expect(Precision).toEqual([{ Kind: 'RoomUnlikeOthers', Right: 1, Wrong: 0 }])
    await dismiss({ Reason: 'Wrong' })
    expect((await listOf(as)).Precision).toEqual([{ Kind: 'RoomUnlikeOthers', Right: 0, Wrong: 1 }])
    const restored = await call(hints.restore, { params: { id } }, { as })
    expect(restored.data.Dismissed).toBeNull()
    const entries = await call(audit.list, { query: { action: ['hint'] } }, { as })
    expect(entries.data.Items?.map(({ Action }) => Action)).toEqual([
      'hint.restored',
      'hint.dismissed',
      'hint.dismissed',
    ])
    await findRoomHints(db, new Date(clock().getTime() + 20 * day), log)
    const { Items: later } = await listOf(as)
    expect(later.every(({ Dismissed }) => Dismissed === null)).toBe(true)
  })

  test('other sites and viewers cannot access them, and those of devices that were moved away are hidden', async () => {
    const district = await make.site()
    const { site, as } = await school(district)
    const devices = await roomsWith(site, [...usual, () => 15.5])
    await findRoomHints(db, clock(), log)
    const id = (await listOf(as)).Items[0]?.Id ?? ''
    const stranger = (await school()).as
    expect((await listOf(stranger)).Items).toEqual([])
    const body = { Reason: 'Known' } as const
    const refused = await call(hints.dismiss, { params: { id }, body }, { as: stranger })
    expect(problemOf(refused).ErrorCode).toBe('hint_not_found')
    const viewer = await signIn({ site, role: 'Viewer' })
    expect((await listOf(viewer)).Items).toHaveLength(1)
    expect((await call(hints.dismiss, { params: { id }, body }, { as: viewer })).status).toBe(403)
    await call(hints.dismiss, { params: { id }, body: { ...body, Comment: 'Ours' } }, { as })
    const next = await school(district)
    await roomsWith(next.site, usual)
    await db
      .updateTable('device')
      .set({ site_id: next.site.id })
      .where('id', '=', devices[5]?.id ?? '')
      .execute()
    expect((await listOf(as)).Items).toEqual([])
    await findRoomHints(db, clock(), log)
    const { Items, Precision } = await listOf(next.as)
    expect(Items).toMatchObject([{ Device: { Id: devices[5]?.id }, Dismissed: null }])
    expect(Precision).toEqual([{ Kind: 'RoomUnlikeOthers', Right: 0, Wrong: 0 }])
  })
})
