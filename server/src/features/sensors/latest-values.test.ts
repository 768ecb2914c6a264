import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import type { SensorKey } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { ownProgramScope, programScope, type Scope } from '../../access/scope.ts'
import { type LatestDevice, listLatest } from '../devices/index.ts'
import { DeviceListCache } from '../readings/index.ts'

const app = await testApp()
const { call, ingest, make, signIn } = app

test('the newest values of a sensor, for each device below the site that has it', async () => {
  const top = await make.site({ name: 'District' })
  const school = await make.site({ parent: top, name: 'School' })
  const foreign = await make.device({ site: await make.site({ name: 'Elsewhere' }) })
  const hall = await make.device({ site: school, name: 'Hall' })
  const attic = await make.device({ site: top, name: 'Attic' })
  const as = await signIn({ role: 'Viewer', site: top })
  const minute = 60_000
  const at = Math.floor(Date.now() / minute) * minute
  await sendSamples(ingest, hall.mac, [
    { at: at - 2 * minute, readings: { temperature: 20, ECO2: 700 } },
    { at: at - minute, readings: { temperature: 21.5, ECO2: 810 } },
  ])
  await sendSamples(ingest, foreign.mac, [{ at: at - minute, readings: { ECO2: 4000 } }])

  const { data } = await call(sensors.latest, { query: { type: ['ECO2'] } }, { as })
  expect(
    data.map(({ Name, Site, Latest, LatestAt }) => ({ Name, Site: Site.Name, Latest, LatestAt })),
  ).toEqual([
    { Name: 'Attic', Site: 'District', Latest: {}, LatestAt: null },
    { Name: 'Hall', Site: 'School', Latest: { ECO2: 810 }, LatestAt: new Date(at - minute).toISOString() },
  ])
  const narrowed = await call(sensors.latest, { query: { SiteId: school.id } }, { as })
  expect(narrowed.data.map(({ Id, Latest }) => [Id, Latest])).toEqual([
    [hall.id, { temperature: 21.5, ECO2: 810 }],
  ])
  expect(narrowed.data[0]?.Status).toBe('ONLINE')
  expect(attic.id).not.toBe(hall.id)
})

test('a list that is too long to be kept has the same devices, sorted the same way', async () => {
  const top = await make.site()
  const school = await make.site({ parent: top })
  for (const [name, site] of [
    ['beta', school],
    ['Alpha', top],
    ['gamma', school],
    ['Delta', await make.site()],
  ] as const)
    await make.device({ site, name })
  const returned = await make.device({ site: school })
  await app.pool.query('update device set is_returned = true where id = $1', [returned.id])
  const keys = ['ECO2', 'temperature'] as const
  for (const [scope, names] of [
    [programScope(top), ['Alpha', 'beta', 'gamma']],
    [ownProgramScope(top), ['Alpha']],
    [programScope(school), ['beta', 'gamma']],
  ] as const) {
    const tooShort = new DeviceListCache<LatestDevice>(0)
    const list = (known: DeviceListCache<LatestDevice>) =>
      listLatest(app.db, { name: '', findScope: async () => scope, keys }, known)
    const kept = await list(new DeviceListCache<LatestDevice>(10))
    expect(kept.map(({ row }) => row.name)).toEqual(names)
    expect([await list(tooShort), await list(tooShort)]).toEqual([kept, kept])
  }
})

type Row = 'device' | 'site' | 'above' | 'state'
const row = fc.constantFrom<Row>('device', 'site', 'above', 'state')
const writer = fc.nat(1)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('write' as const), writer, row, device: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('commit' as const, 'rollback' as const), writer }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
)

test('a list in memory equals one that is read, whatever is written and committed meanwhile', async () => {
  const writers = [await app.pool.connect(), await app.pool.connect()] as const
  for (const client of writers) await client.query('set idle_in_transaction_session_timeout = 0')
  onTestFinished(() => {
    for (const client of writers) client.release(true)
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      for (const client of writers) await client.query('rollback')
      const above = await make.site()
      const site = await make.site({ parent: above })
      const devices = await Promise.all([1, 2, 3].map(() => make.device({ site })))
      const known = new DeviceListCache<LatestDevice>(10)
      const list = (of: DeviceListCache<LatestDevice>) =>
        listLatest(
          app.db,
          { name: '', findScope: async () => programScope(above), keys: ['ECO2', 'temperature'] },
          of,
        )
      /** Which writer has locked each row. A write that would have to wait is left out. */
      const locked = new Map<string, number>()
      let count = 0
      for (const one of steps) {
        if (one.kind === 'ask') {
          expect(await list(known)).toEqual(await list(new DeviceListCache<LatestDevice>(0)))
          continue
        }
        const client = writers[one.writer as 0 | 1]
        if (one.kind !== 'write') {
          await client.query(one.kind)
          for (const [of, by] of locked) if (by === one.writer) locked.delete(of)
          continue
        }
        const id = devices[one.device]?.id ?? ''
        const target = one.row === 'site' || one.row === 'above' ? one.row : `${one.row}${id}`
        if ((locked.get(target) ?? one.writer) !== one.writer) continue
        if (![...locked.values()].includes(one.writer)) await client.query('begin')
        locked.set(target, one.writer)
        count += 1
        await client.query(...writes[one.row](count, { site: one.row === 'above' ? above.id : site.id, id }))
      }
      for (const client of writers) await client.query('commit')
      expect(await list(known)).toEqual(await list(new DeviceListCache<LatestDevice>(0)))
    }),
    { numRuns: 40 },
  )
})

/** Statements that change a row, a different way each time. */
const writes: Record<Row, (count: number, of: { site: string; id: string }) => [string, unknown[]]> = {
  above: (count, { site }) => [`update site set is_active = $1 where id = $2`, [count % 2 === 0, site]],
  site: (count, { site }) => ['update site set name = $1 where id = $2', [`Site ${count}`, site]],
  device: (count, { id }) => [
    `update device set name = $1, is_returned = $2, expires_at = now() + interval '1 ms' * $3 where id = $4`,
    [`Room ${count % 3}`, count % 4 === 0, count % 2 === 0 ? -1 : 1e7, id],
  ],
  state: (count, { id }) => [
    count % 5 === 0
      ? 'delete from device_state where device_no = (select no from device where id = $1) and $2::int > 0'
      : `insert into device_state (device_no, temperature, latest_at) select no, $2, now() from device where id = $1
         on conflict (device_no) do update set temperature = excluded.temperature`,
    [id, count],
  ],
}

test('the scope is found again if a site changes, and each time for a list that is too long to be kept', async () => {
  const site = await make.site()
  await make.device({ site })
  const ask = async (known: DeviceListCache<LatestDevice>, findScope: () => Promise<Scope>) => {
    await listLatest(app.db, { name: '', findScope, keys: ['ECO2'] }, known)
  }
  const findScope = vi.fn(async () => programScope(site))
  const known = new DeviceListCache<LatestDevice>(10)
  for (const _ of [1, 2]) await ask(known, findScope)
  expect(findScope).toHaveBeenCalledTimes(1)
  await app.pool.query(`update site set name = 'New' where id = $1`, [site.id])
  for (const _ of [1, 2]) await ask(known, findScope)
  expect(findScope).toHaveBeenCalledTimes(2)

  const tooShort = new DeviceListCache<LatestDevice>(0)
  for (const _ of [1, 2, 3]) await ask(tooShort, findScope)
  expect(findScope).toHaveBeenCalledTimes(5)
})

test('a device that has sent nothing is the same object as before, with all that was computed from it', async () => {
  const site = await make.site()
  const [quiet, active] = [await make.device({ site, name: 'A' }), await make.device({ site, name: 'B' })]
  const send = (mac: string, ECO2: number) => sendSamples(ingest, mac, [{ readings: { ECO2 } }])
  await send(quiet.mac, 600)
  await send(active.mac, 700)
  const known = new DeviceListCache<LatestDevice>(10)
  const list = () =>
    listLatest(app.db, { name: '', findScope: async () => programScope(site), keys: ['ECO2'] }, known)
  const before = await list()
  await send(active.mac, 710)
  const after = await list()
  expect(after.map(({ wire }) => wire.Latest)).toEqual([{ ECO2: 600 }, { ECO2: 710 }])
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
})

test('a site that leaves the sites of a caller is refused at once, although its devices are known', async () => {
  const [top, elsewhere] = [await make.site(), await make.site()]
  const school = await make.site({ parent: top })
  const room = await make.device({ site: school, name: 'Room' })
  const [as, asElsewhere, ofSchool] = await Promise.all(
    [top, elsewhere, school].map((site) => signIn({ role: 'Viewer', site })),
  )
  const ask = async (by = as, SiteId: string | undefined = school.id, IncludeSubSites = true) => {
    const { status, data } = await call(sensors.latest, { query: { SiteId, IncludeSubSites } }, { as: by })
    return status === 200 ? data.map(({ Id }) => Id) : status
  }
  const root = await app.signInAsRoot()
  for (const _ of ['read', 'known']) {
    expect([await ask(), await ask(ofSchool), await ask(asElsewhere)]).toEqual([[room.id], [room.id], 404])
    expect([await ask(as, top.id), await ask(as, top.id, false)]).toEqual([[room.id], []])
  }
  const moved = await call(
    sites.move,
    { body: { SiteIds: [school.id], ParentSite: elsewhere.id } },
    { as: root },
  )
  expect(moved.status).toBe(200)
  expect([await ask(), await ask(asElsewhere), await ask(as, top.id)]).toEqual([404, [room.id], []])
  // The path of the caller's own site is cached for up to a second.
  await expect.poll(() => ask(ofSchool), { timeout: 60_000 }).toEqual([room.id])
})

test('each change is visible at once, also of what was asked before', async () => {
  const top = await make.site({ name: 'Before' })
  const school = await make.site({ parent: top, name: 'School' })
  const room = await make.device({ site: school, name: 'Room' })
  const other = await make.device({ site: school, name: 'Other' })
  const as = await signIn({ role: 'Viewer', site: top })
  const ofSchool = await signIn({ role: 'Viewer', site: school })
  const at = Math.floor(Date.now() / 1000) * 1000
  const ask = async (caller = as, type: SensorKey[] = ['ECO2']) =>
    (await call(sensors.latest, { query: { type } }, { as: caller })).data
  const ownOf = async () => (await ask()).find(({ Id }) => Id === room.id)
  const set = (text: string, id = room.id) => app.pool.query(`update ${text} where id = $1`, [id])

  await sendSamples(ingest, room.mac, [{ at: at - 2000, readings: { ECO2: 700, temperature: 20 } }])
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(await ask(ofSchool)).toEqual(first)
  expect((await ask(as, ['temperature'])).map(({ Latest }) => Latest)).toEqual([{}, { temperature: 20 }])

  await sendSamples(ingest, room.mac, [{ at: at - 1000, readings: { ECO2: 800 } }])
  expect((await ownOf())?.Latest).toEqual({ ECO2: 800 })
  await set(`device set name = 'Aula'`)
  expect((await ask()).map(({ Name }) => Name)).toEqual(['Aula', 'Other'])
  await set(`site set name = 'Gym'`, school.id)
  expect((await ownOf())?.Site.Name).toBe('Gym')
  await set(`device set settings = settings || '{"ReportInterval": 30}'`)
  expect((await ownOf())?.ReportInterval).toBe(30)
  await set(`device set expires_at = now() + interval '0.5 s'`)
  await expect.poll(async () => (await ownOf())?.Unwatched, { timeout: 60_000 }).toBe('Expired')
  await set('device set expires_at = null')
  expect((await ownOf())?.Unwatched).toBe(null)
  await set('site set is_active = false', top.id)
  expect((await ownOf())?.Unwatched).toBe('SiteInactive')
  await set('site set is_active = true', top.id)
  expect((await ownOf())?.Unwatched).toBe(null)
  await set(`device set site_id = '${top.id}'`, other.id)
  expect((await ask()).map(({ Site }) => Site.Name)).toEqual(['Gym', 'Before'])
  expect((await ask(ofSchool)).map(({ Name }) => Name)).toEqual(['Aula'])
  await set('device set is_returned = true', other.id)
  expect((await ask()).map(({ Name }) => Name)).toEqual(['Aula'])
})
