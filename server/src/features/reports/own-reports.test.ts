import { ownReports } from '@eot/contract/own-reports'
import { reports } from '@eot/contract/reports'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { canReadPdfs, textOf } from '../../../test/read-pdf.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, make, server, runJobs } = app

/** Creates a school below a district, each with a manager. */
async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district, name: 'Lincoln High', time_zone: 'America/Chicago' })
  const [above, manager] = [
    await make.user({ site: district, role: 'Site Manager' }),
    await make.user({ site, role: 'Site Manager' }),
  ]
  return { district, site, above, manager, as: await app.signIn(manager), asAbove: await app.signIn(above) }
}
const board = {
  Name: 'Board',
  Sections: ['Types', 'Summary', 'Devices'] as ('Types' | 'Summary' | 'Devices')[],
}

describe('an own report', () => {
  test('is created, listed, changed and deleted, each with its previous state', async () => {
    const { site, manager, as } = await school()
    const list = await make.userList({ site })
    const created = await call(
      ownReports.create,
      { body: { ...board, Schedule: 'Weekly', Users: [manager.id], Lists: [list.id] } },
      { as },
    )
    expect([created.status, created.data]).toMatchObject([
      201,
      {
        Name: 'Board',
        Site: { Id: site.id },
        Sections: ['Types', 'Summary', 'Devices'],
        Schedule: 'Weekly',
        Devices: 'All',
        Groups: [],
        Users: [{ Id: manager.id }],
        Lists: [{ Id: list.id }],
        ReceiverCount: 1,
        CreatedBy: { Id: manager.id },
        Version: 1,
      },
    ])
    const params = { id: created.data.Id }
    const changed = await call(
      ownReports.update,
      { params, body: { Sections: ['Devices', 'Types'], Schedule: 'None', Lists: [], Version: 1 } },
      { as },
    )
    expect(changed.data).toMatchObject({
      Name: 'Board',
      Sections: ['Devices', 'Types'],
      Schedule: 'None',
      NextAt: null,
      Users: [{ Id: manager.id }],
      Lists: [],
      Version: 2,
    })
    expect((await call(ownReports.get, { params }, { as })).data).toEqual(changed.data)
    const { data } = await call(ownReports.list, { query: { search: 'boa' } }, { as })
    expect(data.Items?.map(({ Name, Version }) => [Name, Version])).toEqual([['Board', 2]])
    expect((await call(ownReports.remove, { params }, { as })).status).toBe(204)
    expect((await call(ownReports.get, { params }, { as })).status).toBe(404)
    const entries = await db
      .selectFrom('audit_entry')
      .where('subject_id', '=', params.id)
      .where('action', 'like', 'own_report.%')
      .select(['action', 'details'])
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'own_report.created',
      'own_report.changed',
      'own_report.deleted',
    ])
    expect(entries[1]?.details).toMatchObject({
      changes: {
        Sections: [
          ['Types', 'Summary', 'Devices'],
          ['Devices', 'Types'],
        ],
        Schedule: ['Weekly', 'None'],
      },
    })
  })

  test('is not overwritten by an edit that began before another one', async () => {
    const { as, manager } = await school()
    const { data } = await call(ownReports.create, { body: board }, { as })
    const params = { id: data.Id }
    await call(ownReports.update, { params, body: { Name: 'Council', Version: 1 } }, { as })
    const late = await call(ownReports.update, { params, body: { Schedule: 'Weekly', Version: 1 } }, { as })
    expect(problemOf(late)).toMatchObject({
      status: 409,
      ErrorCode: 'edit_conflict',
      Conflict: { Current: { Name: 'Council', Version: 2 }, ChangedBy: { Id: manager.id } },
    })
  })

  test('has a unique name at its site, and a site has at most fifty', async () => {
    const { site, as } = await school()
    const add = (Name: string) => call(ownReports.create, { body: { ...board, Name } }, { as })
    await add('Board')
    expect(problemOf(await add('BOARD')).ErrorCode).toBe('own_report_name_taken')
    for (let n = 1; n < 50; n++) await make.ownReport({ site })
    expect(problemOf(await add('One more')).ErrorCode).toBe('own_report_limit')
  })

  test.each([
    [{ Sections: [] }, 'Sections', 'Please choose a section'],
    [{ Name: ' ' }, 'Name', 'Please enter a name'],
    [{ Devices: [] }, 'Devices', 'Please choose a device or a group'],
    [{ Groups: ['01990000-0000-7000-8000-000000000000'] }, 'Groups', 'Only with chosen devices'],
  ])('with %j is refused', async (given, Path, Message) => {
    const { as } = await school()
    const answer = await call(ownReports.create, { body: { ...board, ...given } }, { as })
    expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path, Message }] })
  })

  test('includes only devices below its site, and people whom its author may see', async () => {
    const { site, district, above, as, asAbove } = await school()
    const elsewhere = await make.device({ site: await make.site({ parent: district }) })
    const stranger = await make.user()
    const add = async (given: object, by = as) =>
      problemOf(await call(ownReports.create, { body: { ...board, ...given } }, { as: by })).ErrorCode
    expect(await add({ Devices: [elsewhere.id] })).toBe('device_not_found')
    expect(await add({ Devices: [], Groups: [(await make.deviceGroup({ site: district })).id] })).toBe(
      'group_not_found',
    )
    expect(await add({ Users: [above.id] })).toBe('user_not_found')
    expect(await add({ Lists: [(await make.userList()).id] })).toBe('list_not_found')
    expect(await add({ Site: site.id, Users: [stranger.id] }, asAbove)).toBe('user_not_found')
  })

  test('keeps receivers above its site, who are counted for users at the site and not named', async () => {
    const { site, above, manager, as, asAbove } = await school()
    const body = { ...board, Site: site.id, Users: [above.id, manager.id] }
    const { data } = await call(ownReports.create, { body }, { as: asAbove })
    expect([data.Users.length, data.ReceiverCount]).toEqual([2, 2])
    const params = { id: data.Id }
    const seen = await call(ownReports.get, { params }, { as })
    expect(seen.data).toMatchObject({ Users: [{ Id: manager.id }], ReceiverCount: 2, CreatedBy: null })
    await call(ownReports.update, { params, body: { Users: [] } }, { as })
    expect((await call(ownReports.get, { params }, { as: asAbove })).data.Users).toMatchObject([
      { Id: above.id },
    ])
    const { details } = await db
      .selectFrom('audit_entry')
      .where('subject_id', '=', params.id)
      .where('action', '=', 'own_report.created')
      .select('details')
      .executeTakeFirstOrThrow()
    const name = data.Users.find(({ Id }) => Id === above.id)?.FullName ?? ''
    expect(name).not.toBe('')
    expect(JSON.stringify(details)).not.toContain(name)
    expect(details).toMatchObject({ changes: { OtherReceivers: [null, 1] } })
  })
})

test('it is generated on demand with its name, its sections in their order, and only its devices', async () => {
  const { site, as } = await school()
  const [device, other] = [await make.device({ site, name: 'Lab' }), await make.device({ site })]
  const group = await make.deviceGroup({ site })
  await db
    .insertInto('device_group_device')
    .values({ device_group_id: group.id, device_id: device.id })
    .execute()
  for (const one of [device, device, other])
    await make.alert({
      device: one,
      type: 'Vape',
      started_at: new Date('2026-11-10T15:00:00Z'),
      ended_at: new Date('2026-11-10T15:10:00Z'),
    })
  const { data: own } = await call(
    ownReports.create,
    { body: { ...board, Devices: [], Groups: [group.id] } },
    { as },
  )
  const params = { id: own.Id }
  const asked = await call(
    ownReports.make,
    { params, body: { Type: 'Pdf-Weekly', Day: '2026-11-11' } },
    { as },
  )
  expect([asked.status, asked.data]).toMatchObject([
    202,
    { State: 'Waiting', Name: 'Board', OwnReport: own.Id, FirstDay: '2026-11-09', LastDay: '2026-11-15' },
  ])
  await runJobs()
  const made = { params: { id: asked.data.Id } }
  const { data } = await call(reports.read, made, { as })
  expect([data.Name, data.Headline, data.Sections.map(({ Key }) => Key)]).toEqual([
    'Board',
    '2 alerts, 2 more than the week before',
    ['Types', 'Summary', 'Devices'],
  ])
  const pdf = await server.inject({
    url: `/api/reports/${asked.data.Id}/pdf`,
    headers: { authorization: `Bearer ${as.AccessToken}` },
  })
  if (canReadPdfs) {
    const text = await textOf(pdf.rawPayload)
    const places = ['Board', 'By type', 'At a glance', 'Devices with the most alerts'].map((part) =>
      text.indexOf(part),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(text).not.toContain('Longest alerts')
  }

  // The generated report does not change.
  await call(ownReports.update, { params, body: { Name: 'Council', Sections: ['Summary'] } }, { as })
  expect((await call(reports.read, made, { as })).data.Name).toBe('Board')
  const archive = { params: { id: site.id }, query: { ownReport: own.Id } }
  expect((await call(reports.list, archive, { as })).data.Items?.map(({ Name }) => Name)).toEqual(['Board'])
  await call(ownReports.remove, { params }, { as })
  expect((await call(reports.read, made, { as })).status).toBe(200)
  expect(problemOf(await call(ownReports.make, { params, body: { Day: '2026-11-09' } }, { as })).status).toBe(
    404,
  )
})

test('it is empty once its devices have left its site', async () => {
  const { site, district, as } = await school()
  const device = await make.device({ site })
  const at = { started_at: new Date('2026-11-10T15:00:00Z'), ended_at: new Date('2026-11-10T15:10:00Z') }
  await make.alert({ device, type: 'Vape', ...at })
  await make.alert({ device: await make.device({ site }), type: 'Vape', ...at })
  const { data: own } = await call(ownReports.create, { body: { ...board, Devices: [device.id] } }, { as })
  const params = { id: own.Id }
  const made = async () => {
    const body = { Day: '2026-11-10' }
    const { data } = await call(ownReports.make, { params, body }, { as })
    await runJobs()
    return (await call(reports.read, { params: { id: data.Id } }, { as })).data.Headline
  }
  expect(await made()).toBe('1 alert, 1 more than as many days before')
  await db.updateTable('device').set({ site_id: district.id }).where('id', '=', device.id).execute()
  expect(await made()).toBe('No alerts')
  expect((await call(ownReports.get, { params }, { as })).data.Devices).toEqual([])
  await db.deleteFrom('own_report_device').execute()
  expect(await made()).toBe('No alerts')
  expect((await call(ownReports.update, { params, body: { Name: 'Still' } }, { as })).data.Name).toBe('Still')
})

test.each([
  [{ Type: 'Custom', Day: '2099-01-01' }, 'Day', 'Must not be in the future'],
  [
    { Type: 'Custom', Day: '2026-11-09', LastDay: '2026-11-08' },
    'LastDay',
    'Must not be before the first day',
  ],
  [{ Type: 'Pdf-Monthly', Day: '2026-11-09', LastDay: '2026-11-10' }, 'LastDay', 'Only for a chosen period'],
] as const)('for the period %j it is not generated', async (body, Path, Message) => {
  const { as } = await school()
  const { data } = await call(ownReports.create, { body: board }, { as })
  const answer = await call(ownReports.make, { params: { id: data.Id }, body }, { as })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path, Message }] })
})

test('it is deleted with its site', async () => {
  const { site } = await school()
  await make.ownReport({ site, schedule: 'Weekly' })
  await sql`delete from app_user where site_id = ${site.id}`.execute(db)
  await db.deleteFrom('site').where('id', '=', site.id).execute()
  expect(await db.selectFrom('own_report').where('site_id', '=', site.id).selectAll().execute()).toEqual([])
})
