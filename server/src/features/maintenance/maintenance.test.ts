import { audit } from '@eot/contract/audit'
import type { RequestOf } from '@eot/contract/endpoint'
import { maintenance } from '@eot/contract/maintenance'
import { describe, expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

/** The portal's clock is fixed. */
const now = new Date()
const clock = () => now
const { advance, call, db, make, runJobs, signIn } = await testApp({ clock })

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(clock().getTime() + hours * hourMs).toISOString()

/** Creates a district with a school, which has a gym, and the school's manager and a teacher. */
async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district, name: 'School', time_zone: 'America/Chicago' })
  const wing = await make.site({ parent: site, name: 'Wing' })
  const gym = await make.device({ site, name: 'Gym' })
  const manager = await signIn({ site, role: 'Site Manager', full_name: 'Walter' })
  const teacher = await signIn({ site, role: 'Viewer' })
  return { district, site, wing, gym, manager, teacher }
}

type Who = Awaited<ReturnType<typeof signIn>>
type Body = Partial<RequestOf<typeof maintenance.create>['body']>

const create = (as: Who, body: Body = {}) =>
  call(maintenance.create, { body: { EndAt: inHours(2), Reason: 'Floor work', ...body } }, { as })
const list = async (as: Who, query: object = {}) =>
  (await call(maintenance.list, { query }, { as })).data.Items ?? []
const active = async (as: Who, query: object = {}) => (await call(maintenance.active, { query }, { as })).data

describe('a maintenance window', () => {
  test('covers a site, or only a device or group of it, and starts now by default', async () => {
    const { gym, manager, site } = await school()
    const group = await make.deviceGroup({ site })
    const whole = await create(manager)
    expect(whole.status).toBe(201)
    expect(whole.data).toMatchObject({
      Site: { Id: site.id, Name: 'School' },
      Device: null,
      Group: null,
      TimeZone: 'America/Chicago',
      StartAt: clock().toISOString(),
      EndAt: inHours(2),
      Reason: 'Floor work',
      TellsUrgent: true,
      CreatedBy: { Name: 'Walter' },
      EndedBy: null,
    })
    const ofDevice = await create(manager, { Device: gym.id, StartAt: inHours(1) })
    expect(ofDevice.data).toMatchObject({
      Site: { Id: site.id },
      Device: { Name: 'Gym' },
      StartAt: inHours(1),
    })
    const ofGroup = await create(manager, { Group: group.id, StartAt: inHours(-5) })
    expect(ofGroup.data).toMatchObject({ Group: { Id: group.id }, StartAt: clock().toISOString() })
  })

  test('ends after it starts, in the future, and within 14 days', async () => {
    const { gym, manager, site } = await school()
    const problemsOf = async (body: Body) => problemOf(await create(manager, body)).Errors
    const after = [{ Path: 'EndAt', Message: 'Must be after the start' }]
    expect(await problemsOf({ StartAt: inHours(3), EndAt: inHours(3) })).toEqual(after)
    expect(await problemsOf({ EndAt: inHours(-1) })).toEqual(after)
    expect(await problemsOf({ EndAt: inHours(14 * 24 + 1) })).toEqual([
      { Path: 'EndAt', Message: 'Must be at most 14 days after the start' },
    ])
    expect(await problemsOf({ Reason: ' ' })).toEqual([{ Path: 'Reason', Message: 'Please enter a reason' }])
    const group = await make.deviceGroup({ site })
    expect(await problemsOf({ Device: gym.id, Group: group.id })).toEqual([
      { Path: 'Device', Message: 'Choose a device or a group, not both' },
    ])
  })

  test('is refused for sites, devices and groups of others like for missing ones', async () => {
    const { district, manager } = await school()
    const other = await make.site({ parent: district })
    const codeOf = async (body: Body) => problemOf(await create(manager, body)).ErrorCode
    expect(await codeOf({ Site: other.id })).toBe('site_not_found')
    expect(await codeOf({ Site: district.id })).toBe('site_not_found')
    expect(await codeOf({ Device: (await make.device({ site: other })).id })).toBe('device_not_found')
    expect(await codeOf({ Group: (await make.deviceGroup({ site: other })).id })).toBe('group_not_found')
  })

  test('is listed only at its site and above, with what it covers', async () => {
    const { district, gym, manager, site, wing } = await school()
    await make.device({ site: wing })
    const planned = (await create(manager, { Device: gym.id, StartAt: inHours(1) })).data.Id
    const current = (await create(manager)).data.Id
    await make.alert({ device: gym, type: 'Vape', started_at: clock(), ended_at: null })
    await make.alert({ device: gym, type: 'Tamper', started_at: clock(), ended_at: null })
    const rows = await list(manager)
    expect(rows.map(({ Id }) => Id)).toEqual([current, planned])
    expect(rows[0]).toMatchObject({ DeviceCount: 2, AlertCount: 1 })
    expect((await list(manager, { Period: 'Planned' })).map(({ Id }) => Id)).toEqual([planned])
    expect(await list(await signIn({ site: district }))).toHaveLength(2)
    expect(await list(await signIn({ site: wing }))).toEqual([])
    expect(await list(await signIn())).toEqual([])
    const stranger = await signIn({ site: await make.site({ parent: district }) })
    const { status } = await call(maintenance.get, { params: { id: current } }, { as: stranger })
    expect(status).toBe(404)
    expect((await call(maintenance.get, { params: { id: current } }, { as: manager })).data.Site?.Id).toBe(
      site.id,
    )
  })

  test('is shown while it lasts to all affected users, also at sites below, without the names above', async () => {
    const { district, gym, manager, site, teacher, wing } = await school()
    const hall = await make.device({ site, name: 'Hall' })
    const whole = (await create(manager)).data.Id
    const ofGym = (await create(manager, { Device: gym.id, EndAt: inHours(1) })).data.Id
    await create(manager, { StartAt: inHours(1) })
    expect((await active(teacher)).map(({ Id }) => Id)).toEqual([ofGym, whole])
    const below = await signIn({ site: wing, role: 'Viewer' })
    expect(await active(below)).toMatchObject([{ Id: whole, Site: null, CreatedBy: null }])
    expect((await active(teacher, { DeviceId: gym.id })).map(({ Id }) => Id)).toEqual([ofGym, whole])
    expect((await active(teacher, { DeviceId: hall.id })).map(({ Id }) => Id)).toEqual([whole])
    expect(await active(await signIn({ site: await make.site({ parent: district }) }))).toEqual([])
  })

  test('is audited with the name of its site, which its people may see', async () => {
    const { manager, site } = await school()
    const { Id } = (await create(manager)).data
    const { data } = await call(audit.list, { query: { subject: Id } }, { as: await signIn({ site }) })
    expect(data.Items?.map(({ Changes }) => Changes.Site)).toEqual([[null, { Id: site.id, Name: 'School' }]])
  })

  test('can be extended, and keeps its start once it has begun', async () => {
    const { manager } = await school()
    const { Id: id, StartAt, Version } = (await create(manager)).data
    const change = (body: object) => call(maintenance.update, { params: { id }, body }, { as: manager })
    const longer = await change({ StartAt: inHours(1), EndAt: inHours(5), Version })
    expect(longer.data).toMatchObject({ StartAt, EndAt: inHours(5), Reason: 'Floor work' })
    expect(problemOf(await change({ Reason: 'Paint', Version })).ErrorCode).toBe('edit_conflict')
    expect(problemOf(await change({ EndAt: inHours(-1) })).status).toBe(400)
  })

  test('can be ended early by users who may plan one, and then stays unchanged', async () => {
    const { manager, teacher } = await school()
    const { Id: id } = (await create(manager)).data
    const end = (as: Who) => call(maintenance.end, { params: { id } }, { as })
    expect(problemOf(await end(teacher)).ErrorCode).toBe('not_permitted')
    expect((await end(manager)).data).toMatchObject({
      EndAt: clock().toISOString(),
      EndedBy: { Name: 'Walter' },
    })
    expect(await active(teacher)).toEqual([])
    expect(problemOf(await end(manager)).ErrorCode).toBe('maintenance_ended')
    const again = { params: { id }, body: { EndAt: inHours(1) } }
    expect(problemOf(await call(maintenance.update, again, { as: manager })).ErrorCode).toBe(
      'maintenance_ended',
    )
    expect((await list(manager)).map(({ Id }) => Id)).toEqual([id])
  })

  test('can be canceled before it begins, not afterwards', async () => {
    const { manager } = await school()
    const remove = (id: string) => call(maintenance.remove, { params: { id } }, { as: manager })
    const planned = (await create(manager, { StartAt: inHours(1) })).data.Id
    expect(
      problemOf(await call(maintenance.end, { params: { id: planned } }, { as: manager })).ErrorCode,
    ).toBe('maintenance_not_begun')
    expect((await remove(planned)).status).toBe(204)
    const begun = (await create(manager)).data.Id
    expect(problemOf(await remove(begun)).ErrorCode).toBe('maintenance_begun')
  })

  test('announces its beginning and its end automatically', async () => {
    const { manager, site } = await school()
    const count = async () =>
      (
        await db
          .selectFrom('event')
          .where('kind', '=', 'MaintenanceChanged')
          .where('site_path', '=', site.path)
          .select('seq')
          .execute()
      ).length
    await create(manager)
    expect(await count()).toBe(1)
    await runJobs()
    expect(await count()).toBe(2)
    advance(2 * hourMs)
    await runJobs()
    expect(await count()).toBe(3)
  })
})
