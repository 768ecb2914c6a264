import { sensors } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { expect, test, vi } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { ownProgramScope, programScope } from '../../access/scope.ts'
import { KnownRows } from '../../platform/db/known-rows.ts'
import { type LatestRow, listLatest } from '../devices/index.ts'

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
    const tooShort = new KnownRows<LatestRow>(0)
    const list = (known: KnownRows<LatestRow>) => listLatest(app.db, scope, keys, known)
    const kept = await list(new KnownRows<LatestRow>(10))
    expect(kept.map(({ name }) => name)).toEqual(names)
    expect([await list(tooShort), await list(tooShort)]).toEqual([kept, kept])
  }
})

test('of devices that change while they are being listed, only those still in scope are listed, as they are then', async () => {
  const parent = await make.site()
  const [school, elsewhere] = [await make.site({ parent }), await make.site({ parent })]
  const [moved, renamed] = [await make.device({ site: school }), await make.device({ site: school })]
  const known = new KnownRows<LatestRow>(10)
  const list = known.list.bind(known)
  const spy = vi.spyOn(known, 'list').mockImplementationOnce(async (...given) => {
    await app.pool.query('update device set site_id = $1 where id = $2', [elsewhere.id, moved.id])
    await app.pool.query(`update device set name = 'Renamed' where id = $1`, [renamed.id])
    return list(...given)
  })
  const ask = () => listLatest(app.db, programScope(school), ['ECO2'], known)
  expect((await ask()).map(({ name }) => name)).toEqual(['Renamed'])
  expect((await ask()).map(({ name }) => name)).toEqual(['Renamed'])
  expect(spy).toHaveBeenCalledTimes(2)
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
