import { randomUUID } from 'node:crypto'
import { constants } from '@eot/contract/constants'
import { groups } from '@eot/contract/device-groups'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { alertTypes } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

/** Creates a school with a wing, its staff, and records that a subscription may refer to. */
async function school() {
  const site = await make.site()
  const wing = await make.site({ parent: site, name: 'Wing' })
  const admin = await signIn({ site })
  const as = { as: admin }
  const device = await make.device({ site: wing, name: 'Restroom' })
  const teacher = await make.user({ site: wing, full_name: 'Tia Teacher' })
  const group = await call(groups.create, { body: { Name: 'Restrooms', Devices: [device.id] } }, as)
  const list = await call(lists.create, { body: { Name: 'Deans', Users: [teacher.id, admin.user.id] } }, as)
  return { site, wing, admin, as, device, teacher, groupId: group.data.Id, listId: list.data.Id }
}

let names = 0
const newName = () => `Subscription ${++names}`
const vape = alertTypes.find(({ Key }) => Key === 'Vape')?.Id ?? ''

const { site, wing, admin, as, device, teacher, groupId, listId } = await school()
const create = (body: object) =>
  call(subscriptions.create, { body: { Name: newName(), Devices: 'All', Users: [teacher.id], ...body } }, as)
const change = (id: string, body: object) => call(subscriptions.update, { params: { id }, body }, as)
const read = async (id: string) => (await call(subscriptions.get, { params: { id } }, as)).data
const firstProblem = (answer: { text: string }) => problemOf(answer).Errors?.[0]

describe('a new subscription', () => {
  test('covers by default every alert of its own site that starts on weekdays from 7 to 19', async () => {
    const { status, data } = await create({ Name: ' School day ' })
    expect(status).toBe(201)
    expect(data).toEqual({
      Id: data.Id,
      Name: 'School day',
      Site: { Id: site.id, Name: site.name },
      IsActive: true,
      Type: 'Devices',
      Devices: 'All',
      Groups: [],
      Sites: [],
      Users: [{ Id: teacher.id, FullName: 'Tia Teacher' }],
      Lists: [],
      AlertTypes: 'All',
      Events: ['AlertStarted'],
      StartTime: constants.subscriptionStartHour,
      EndTime: constants.subscriptionEndHour,
      Sunday: false,
      Monday: true,
      Tuesday: true,
      Wednesday: true,
      Thursday: true,
      Friday: true,
      Saturday: false,
      PausedUntil: null,
      RemindAfter: null,
      RemindUsers: [],
      RemindLists: [],
      Version: 1,
    })
    expect(await read(data.Id)).toEqual(data)
  })

  test('keeps everything that it is given', async () => {
    const given = {
      Site: site.id,
      IsActive: false,
      Type: 'Sites',
      AlertTypes: [vape],
      Events: ['AlertStarted', 'AlertEnded'],
      StartTime: 20.5,
      EndTime: 6,
      Sunday: true,
      Monday: false,
      PausedUntil: '2026-12-24T00:00:00.000Z',
      RemindAfter: 10,
    }
    const targets = {
      Devices: [device.id],
      Groups: [groupId],
      Sites: [wing.id],
      Users: [teacher.id, teacher.id.toUpperCase()],
      Lists: [listId],
      RemindUsers: [admin.user.id],
      RemindLists: [listId],
    }
    const { status, data } = await create({ ...given, ...targets })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...given,
      Site: { Id: site.id },
      Devices: [{ Id: device.id, Name: 'Restroom' }],
      Groups: [{ Id: groupId, Name: 'Restrooms' }],
      Sites: [{ Id: wing.id, Name: 'Wing' }],
      Users: [{ Id: teacher.id }],
      Lists: [{ Id: listId, Name: 'Deans' }],
      RemindUsers: [{ Id: admin.user.id }],
      RemindLists: [{ Id: listId }],
    })
  })

  test('treats the single choice “All” of a selector as all', async () => {
    const { data } = await create({ Devices: ['All'], AlertTypes: ['All'] })
    expect(data).toMatchObject({ Devices: 'All', AlertTypes: 'All' })
  })

  test.each([
    ['without a target', { Devices: [] }, 'Devices', 'Please choose at least one device, group or site'],
    [
      'of groups without a target',
      { Type: 'Groups', Devices: [] },
      'Groups',
      'Please choose at least one device, group or site',
    ],
    ['that tells nobody', { Users: [] }, 'Users', 'Please choose at least one person or list'],
    [
      'without a day',
      Object.fromEntries(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => [day, false])),
      'Monday',
      'Please choose at least one day',
    ],
    ['without an event', { Events: [] }, 'Events', 'Please choose what to tell'],
    ['without an alert type', { AlertTypes: [] }, 'AlertTypes', 'Please choose an alert type'],
    [
      'whom to remind but not when',
      { RemindUsers: [teacher.id] },
      'RemindAfter',
      'Please choose after how many minutes to remind',
    ],
    ['without a name', { Name: '  ' }, 'Name', 'Please enter a name'],
  ])('%s is refused, with the field', async (_, body, Path, Message) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(firstProblem(answer)).toEqual({ Path, Message })
  })

  test.each([
    ['a start after the day', { StartTime: 24 }, 'StartTime'],
    ['an end after the day', { EndTime: 24.5 }, 'EndTime'],
    ['a negative hour', { StartTime: -1 }, 'StartTime'],
    [
      'more devices than a subscription may have',
      { Devices: Array.from({ length: 2001 }, () => device.id) },
      'Devices',
    ],
    ['an unknown alert type', { AlertTypes: [randomUUID()] }, 'AlertTypes'],
    ['an unknown event', { Events: ['AlertSeen'] }, 'Events'],
    ['a reminder at once', { RemindAfter: 0 }, 'RemindAfter'],
  ])('with %s is refused', async (_, body, path) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(firstProblem(answer)?.Path).toMatch(new RegExp(`^${path}`))
  })

  test('refuses targets and receivers that are missing, foreign, or beside its site, with the same error', async () => {
    const other = await school()
    const foreign = {
      Devices: [other.device.id],
      Groups: [other.groupId],
      Sites: [other.wing.id],
      Users: [other.teacher.id],
      Lists: [other.listId],
      RemindUsers: [other.teacher.id],
      RemindLists: [other.listId],
    }
    for (const [field, ids] of Object.entries(foreign)) {
      const reminding = field.startsWith('Remind') ? { RemindAfter: 5 } : {}
      const ofOther = await create({ ...reminding, [field]: ids })
      const missing = await create({ ...reminding, [field]: [randomUUID()] })
      expect(ofOther, field).toMatchObject({ status: 404, text: missing.text })
    }
    // The administrator works above the wing, and the group is of the site above it.
    expect((await create({ Site: wing.id, Users: [admin.user.id] })).status).toBe(404)
    expect((await create({ Site: wing.id, Devices: [], Groups: [groupId] })).status).toBe(404)
    expect((await create({ Site: other.site.id })).text).toBe((await create({ Site: randomUUID() })).text)
  })

  test('has a name that is unique at its site, regardless of case', async () => {
    const { data } = await create({})
    const answer = await create({ Name: data.Name.toUpperCase() })
    expect(problemOf(answer)).toMatchObject({ status: 409, ErrorCode: 'subscription_name_taken' })
    expect((await create({ Name: data.Name, Site: wing.id })).status).toBe(201)
  })
})

describe('changing a subscription', () => {
  test('changes only the fields that are sent, increments the version, and is in its history', async () => {
    const { data } = await create({ Lists: [listId], RemindAfter: 5 })
    const { status, data: after } = await change(data.Id, {
      StartTime: 22,
      Name: null,
      RemindAfter: null,
      Version: 1,
    })
    expect(status).toBe(200)
    expect(after).toEqual({ ...data, StartTime: 22, RemindAfter: null, Version: 2 })
    const entry = db.selectFrom('audit_entry').where('action', '=', 'subscription.updated').selectAll()
    expect((await entry.where('subject_id', '=', data.Id).executeTakeFirstOrThrow()).details).toEqual({
      changes: { StartTime: [7, 22], RemindAfter: [5, null] },
    })
  })

  test('based on an older version is refused with the current one', async () => {
    const { data } = await create({})
    await change(data.Id, { EndTime: 20, Version: 1 })
    const answer = await change(data.Id, { EndTime: 21, Version: 1 })
    expect(problemOf(answer)).toMatchObject({
      status: 409,
      ErrorCode: 'edit_conflict',
      Conflict: { Current: { EndTime: 20, Version: 2 }, ChangedBy: { Id: admin.user.id } },
    })
  })

  test('replaces the sets that are sent', async () => {
    const { data } = await create({ Lists: [listId] })
    const { data: after } = await change(data.Id, { Users: [], Devices: [device.id] })
    expect(after).toMatchObject({ Users: [], Lists: [{ Id: listId }], Devices: [{ Id: device.id }] })
    expect((await change(data.Id, { Lists: [] })).status).toBe(400)
  })

  test('no longer names members that have moved away, nor is it found by their names', async () => {
    const moving = await make.device({ site: wing, name: 'Room of another customer' })
    const leaving = await make.user({ site: wing, full_name: 'Lena Leaving' })
    const { data } = await create({ Devices: [moving.id, device.id], Users: [leaving.id, teacher.id] })
    const { id: site_id } = await make.site()
    await db.updateTable('device').set({ site_id }).where('id', '=', moving.id).execute()
    await db.updateTable('app_user').set({ site_id }).where('id', '=', leaving.id).execute()
    expect(await read(data.Id)).toMatchObject({ Devices: [{ Id: device.id }], Users: [{ Id: teacher.id }] })
    expect((await call(subscriptions.list, { query: { search: 'lena' } }, as)).data.Total).toBe(0)
    expect((await change(data.Id, { Devices: [moving.id] })).status).toBe(404)
  })
})

describe('subscriptions', async () => {
  const { site: campus, wing: east, as: dean, teacher: tia, listId: deans, admin: boss } = await school()
  const add = (body: { Name: string; [field: string]: unknown }) =>
    call(subscriptions.create, { body: { Devices: 'All', ...body } }, dean).then(({ data }) => data)
  const day = await add({ Name: 'Day', Lists: [deans], AlertTypes: [vape] })
  const night = await add({ Name: 'Night', Site: east.id, Users: [tia.id], StartTime: 20, EndTime: 6 })
  const off = await add({ Name: 'Off', Users: [tia.id], IsActive: false })
  const list = async (query: object = {}) =>
    (await call(subscriptions.list, { query }, dean)).data.Items?.map(({ Name }) => Name)

  test('are listed by name, with sizes and how many people they reach', async () => {
    await db.updateTable('app_user').set({ notifications_enabled: false }).where('id', '=', tia.id).execute()
    const { data } = await call(subscriptions.list, {}, dean)
    expect(data.Items?.map(({ Name }) => Name)).toEqual(['Day', 'Night', 'Off'])
    expect(data.Items?.[0]).toMatchObject({ ListCount: 1, UserCount: 0, ReceiverCount: 2, ReachableCount: 1 })
    await db.updateTable('app_user').set({ notifications_enabled: true }).where('id', '=', tia.id).execute()
  })

  test('are found by name and receiver, and filtered by state, person, alert type and site', async () => {
    expect(await list({ search: 'NIG' })).toEqual(['Night'])
    expect(await list({ search: 'tia t' })).toEqual(['Night', 'Off'])
    expect(await list({ search: 'dean' })).toEqual(['Day'])
    expect(await list({ IsActive: false })).toEqual(['Off'])
    expect(await list({ userId: boss.user.id })).toEqual(['Day'])
    const fire = alertTypes.find(({ Key }) => Key === 'CO')?.Id
    expect(await list({ alertType: fire })).toEqual(['Night', 'Off'])
    expect(await list({ SiteId: east.id })).toEqual(['Night'])
    expect(await list({ IncludeSubSites: false, order: 'desc' })).toEqual(['Off', 'Day'])
  })

  test('by day are the windows of the active ones, split at midnight', async () => {
    const { data } = await call(subscriptions.byDay, { query: { SiteId: east.id } }, dean)
    expect(
      data.map(({ DayOfWeek, StartTime, EndTime, FromDayBefore }) => [
        DayOfWeek,
        StartTime,
        EndTime,
        FromDayBefore,
      ]),
    ).toEqual([
      [1, 20, 24, false],
      ...[2, 3, 4, 5].flatMap((weekday) => [
        [weekday, 0, 6, true],
        [weekday, 20, 24, false],
      ]),
      [6, 0, 6, true],
    ])
    const all = await call(subscriptions.byDay, {}, dean)
    expect(new Set(all.data.map(({ Subscription }) => Subscription.Id))).toEqual(new Set([day.Id, night.Id]))
  })

  test('are deleted with their history kept, and with their site', async () => {
    const { status } = await call(subscriptions.remove, { params: { id: off.Id } }, dean)
    expect(status).toBe(204)
    expect((await call(subscriptions.get, { params: { id: off.Id } }, dean)).status).toBe(404)
    expect(campus.id).not.toBe(east.id)
    await db.deleteFrom('user_list').execute()
    expect(await list()).toEqual(['Day', 'Night'])
  })
})
