import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, signIn } = await testApp()

const district = await make.site({ name: 'District' })
const admin = await signIn({ site: district })
const north = await make.site({ parent: district, name: 'North', own_time_zone: null })
const south = await make.site({ parent: district, name: 'South', time_zone: 'America/Denver' })
const move = (SiteIds: string[], parent: { id: string }, as = admin) =>
  call(sites.move, { body: { SiteIds, ParentSite: parent.id } }, { as })
const pathOf = async (id: string) =>
  (await db.selectFrom('site').select('path').where('id', '=', id).executeTakeFirstOrThrow()).path

describe('moving sites', () => {
  test('moves everything below with it, with the values inherited at the new place', async () => {
    const school = await make.site({ parent: north, own_time_zone: null })
    const hall = await make.site({ parent: school, own_time_zone: null })
    const { data } = await move([school.id, hall.id], south)
    expect(data).toEqual({ From: [{ SiteId: school.id, ParentSite: north.id }], Sites: 2, EndedAlerts: 0 })
    expect(await pathOf(hall.id)).toBe(`${south.path}${school.id}/${hall.id}/`)
    const seen = await call(sites.get, { params: { id: hall.id } }, { as: admin })
    expect(seen.data).toMatchObject({ TimeZone: 'America/Denver', ParentSite: { Id: school.id } })
  })

  test('ends open alerts at the old place, keeps history there, and raises new ones at the new place', async () => {
    const school = await make.site({ parent: north })
    const device = await make.device({ site: school })
    const vape = (secondsAgo: number) =>
      sendSamples(ingest, device.mac, [{ at: Date.now() - secondsAgo * 1000, readings: { vape: 80 } }])
    await vape(20)
    const seen = await call(
      sites.consequences,
      { query: { Action: 'Move', SiteIds: [school.id], ParentSite: south.id } },
      { as: admin },
    )
    expect(seen.data).toMatchObject({
      OpenAlerts: 1,
      Alerts: [{ Type: 'Vape', AlertType: 'Vape', Device: device.name }],
      Devices: 1,
    })
    expect((await move([school.id], south)).data.EndedAlerts).toBe(1)
    await vape(10)
    const listed = async (site: { id: string }) => {
      const { data } = await call(
        alerts.list,
        { query: { SiteId: site.id, deviceId: [device.id] } },
        { as: admin },
      )
      return data.Items?.map(({ EndReason }) => EndReason)
    }
    expect(await listed(north)).toEqual(['Moved'])
    expect(await listed(south)).toEqual([null])
  })

  test('shows in advance at how many of the moved sites each inherited value changes', async () => {
    const school = await make.site({ parent: north, own_time_zone: null })
    const hall = await make.site({ parent: school, own_time_zone: null })
    await make.site({ parent: hall, own_time_zone: null })
    await make.site({ parent: school, own_time_zone: 'Asia/Tokyo', time_zone: 'Asia/Tokyo' })
    const query = { Action: 'Move' as const, SiteIds: [school.id], ParentSite: south.id }
    const { data } = await call(sites.consequences, { query }, { as: admin })
    expect(data.Changes).toEqual([
      { Field: 'TimeZone', Before: 'Europe/Berlin', After: 'America/Denver', Sites: 3 },
    ])
  })

  test('is limited to sites that the caller administers, and not possible below a site that is moved too', async () => {
    const school = await make.site({ parent: north })
    const hall = await make.site({ parent: school })
    expect(problemOf(await move([school.id], hall)).ErrorCode).toBe('site_below_itself')
    expect(problemOf(await move([school.id], school)).ErrorCode).toBe('site_below_itself')
    expect(problemOf(await move([district.id], north)).ErrorCode).toBe('own_site')
    const foreign = await make.site()
    const answers = [await move([school.id], foreign), await move([foreign.id], north)]
    for (const answer of answers)
      expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'site_not_found' })
    const namesake = await make.site({ parent: south, name: school.name })
    expect(problemOf(await move([school.id], south)).ErrorCode).toBe('site_name_taken')
    expect(await pathOf(namesake.id)).toBe(namesake.path)
  })

  test('requires the second factor where the new parent requires it', async () => {
    const strict = await make.site({ parent: district })
    const school = await make.site({ parent: north })
    const viewer = await signIn({ site: school, role: 'Viewer' })
    const me = () => call(sites.myPath, {}, { as: viewer })
    expect((await me()).status).toBe(200)
    const role = await db
      .selectFrom('role')
      .where('name', '=', 'Viewer')
      .select('id')
      .executeTakeFirstOrThrow()
    const body = { ForceRoleTwoFactorAuth: [{ Id: role.id, Value: true }] }
    await call(sites.update, { params: { id: strict.id }, body }, { as: admin })
    await move([school.id], strict)
    await expect.poll(async () => (await me()).status).toBe(401)
  })

  test('announces the change at the old and the new place', async () => {
    const school = await make.site({ parent: north })
    await move([school.id], south)
    const rows = await db
      .selectFrom('event')
      .where('kind', '=', 'SitesChanged')
      .orderBy('seq', 'desc')
      .limit(2)
      .select('site_path')
      .execute()
    expect(rows.map((row) => row.site_path)).toEqual([`${south.path}${school.id}/`, north.path])
  })
})
