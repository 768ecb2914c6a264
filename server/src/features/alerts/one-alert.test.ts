import { alerts } from '@eot/contract/alerts'
import { describe, expect, test } from 'vitest'
import { alertReaders } from '../../../test/alert-reader.ts'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import type { MadeSite } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, make, signaled, root, signIn, signInAsRoot } = app
const reader = alertReaders(app)

describe('a viewer of an alert', async () => {
  const school = await make.site({ name: 'School' })
  const wing = await make.site({ parent: school, name: 'Wing' })
  const room = await make.site({ parent: wing, name: 'Room' })
  const device = await make.device({ site: room })
  const { id } = await make.alert({ device })
  const pathSeenBy = async (site: MadeSite) => {
    const { data } = await call(alerts.get, { params: { id } }, { as: await signIn({ site }) })
    return data.SitePath.map(({ Name }) => Name)
  }

  test('sees only the parent sites from their own site down', async () => {
    expect(await pathSeenBy(school)).toEqual(['School', 'Wing', 'Room'])
    expect(await pathSeenBy(wing)).toEqual(['Wing', 'Room'])
    expect(await pathSeenBy(room)).toEqual(['Room'])
  })

  test("finds it in the list of its own site and of the sites above it, but not in a sibling's", async () => {
    const as = await signInAsRoot()
    const ids = async (query: object) =>
      (await call(alerts.list, { query }, { as })).data.Items?.map((alert) => alert.Id)
    for (const site of [room, wing, school, root]) expect(await ids({ SiteId: site.id })).toContain(id)
    expect(await ids({ SiteId: wing.id, IncludeSubSites: false })).toEqual([])
    expect(await ids({ SiteId: (await make.site({ parent: school })).id })).toEqual([])
  })
})

test('an alert keeps the names, level and time zone it was raised with, whatever changes later', async () => {
  const school = await make.site({ name: 'Harbour School' })
  const room = await make.site({ parent: school, name: 'Room' })
  const device = await make.device({ site: room, name: 'By the door' })
  await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80 } }])
  await db.updateTable('device').set({ name: 'By the window' }).where('id', '=', device.id).execute()
  const later = {
    name: 'Renamed',
    time_zone: 'Asia/Tokyo',
    settings: JSON.stringify({ Rules: { Vape: { RaiseLevel: 90 } } }),
  }
  await db.updateTable('site').set(later).where('id', 'in', [school.id, room.id]).execute()

  const { data } = await call(alerts.list, { query: {} }, { as: await signIn({ site: school }) })
  expect(data.Items).toMatchObject([
    {
      Device: { Name: 'By the door' },
      Site: { Name: 'Room' },
      SitePath: [{ Name: 'Harbour School' }, { Name: 'Room' }],
      Threshold: 50,
      TimeZone: 'Europe/Berlin',
    },
  ])
})

test('the fifth alert within half an hour is marked unstable; the ones before it are not', async () => {
  const site = await make.site()
  const device = await make.device({ site })
  const startMs = Date.now() - 20 * 60_000
  const rounds = [0, 1, 2, 3, 4].flatMap((round) =>
    [80, 5, 5].map((vape, step) => ({ at: startMs + round * 160_000 + step * 40_000, readings: { vape } })),
  )
  await sendSamples(app.ingest, device.mac, rounds)
  const { data } = await call(alerts.list, { query: { order: 'asc' } }, { as: await signIn({ site }) })
  expect(data.Items?.map(({ Unstable, EndAt }) => [Unstable, EndAt === null])).toEqual([
    ...Array.from({ length: 4 }, () => [false, false]),
    [true, true],
  ])
})

describe('reviewing an alert', async () => {
  const { raise, as, site, device } = await reader()
  const update = (id: string, body: object, by = as) =>
    call(alerts.update, { params: { id }, body }, { as: by })
  const events = (id: string) =>
    db.selectFrom('event').where('alert_id', '=', id).selectAll().orderBy('seq').execute()

  test('confirms it as the caller, with a comment, and notifies the rooms after the commit', async () => {
    const { id } = await raise('one', { ended_at: null, type: 'Vape' })
    const before = signaled.count
    const { status, data } = await update(id, { confirmed: true, comment: ' Caught. ', Disposition: 'Real' })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      Confirmed: true,
      ConfirmedBy: { Id: as.user.id },
      Comment: 'Caught.',
      Disposition: 'Real',
      EndAt: null,
    })
    expect(await events(id)).toMatchObject([
      { kind: 'AlertConfirmed', alert_type: 'Vape', device_id: device.id, site_path: site.path },
    ])
    expect(signaled.count).toBe(before + 1)
  })

  test('removes the confirmation, with a live event and an audit entry', async () => {
    const { id } = await raise('two')
    await update(id, { Confirmed: true })
    const { data } = await update(id, { Confirmed: false })
    expect(data).toMatchObject({ Confirmed: false, ConfirmedBy: null, ConfirmedAt: null })
    expect((await events(id)).map(({ kind }) => kind)).toEqual(['AlertConfirmed', 'AlertUnconfirmed'])
    const audit = await auditEntriesOf(db, id)
    expect(audit).toMatchObject([
      { action: 'alert.confirmed', actor_id: as.user.id },
      { action: 'alert.unconfirmed', actor_id: as.user.id },
    ])
  })

  test('sends no event when it changes nothing', async () => {
    const { id } = await raise('three')
    const before = signaled.count
    expect((await update(id, { Confirmed: false, Comment: '' })).status).toBe(200)
    expect(await events(id)).toEqual([])
    expect(signaled.count).toBe(before)
  })

  test('by two users at once stores one user and one event', async () => {
    const { id } = await raise('four')
    const second = await signIn({ site })
    await Promise.all([update(id, { Confirmed: true }), update(id, { Confirmed: true }, second)])
    expect((await events(id)).map(({ kind }) => kind)).toEqual(['AlertConfirmed'])
  })

  test('does not replace a comment that its author has not seen', async () => {
    const { id } = await raise('unseen')
    const second = await signIn({ site })
    await update(id, { Comment: 'Was steam.', FormerComment: null })
    const refused = await update(id, { Confirmed: true, Comment: 'On my way.', FormerComment: null }, second)
    expect(refused).toMatchObject({
      status: 409,
      data: {
        ErrorCode: 'edit_conflict',
        Conflict: {
          Current: { Id: id, Comment: 'Was steam.', Confirmed: false },
          ChangedBy: { Id: as.user.id },
        },
      },
    })
    const after = { Comment: 'On my way.', FormerComment: 'Was steam.' }
    expect(await update(id, after, second)).toMatchObject({ status: 200, data: { Comment: 'On my way.' } })
    // Sent again, for example because the response was lost.
    expect((await update(id, after, second)).status).toBe(200)
  })

  test('can change a comment that was stored in another form of Unicode', async () => {
    const comment = 'Cafe\u0301, smoke\u200b alarm '
    const { id } = await raise('former', { comment })
    const { status, data } = await update(id, { Comment: 'Was steam.', FormerComment: comment })
    expect([status, data]).toMatchObject([200, { Comment: 'Was steam.' }])
  })

  test('is allowed for staff, not for viewers', async () => {
    const { id } = await raise('five')
    const viewer = await signIn({ site, role: 'Viewer' })
    expect((await call(alerts.get, { params: { id } }, { as: viewer })).status).toBe(200)
    expect((await update(id, { Confirmed: true }, viewer)).status).toBe(403)
  })

  test('rejects a comment that is too long and an unknown disposition', async () => {
    const { id } = await raise('six')
    const answer = await update(id, { Comment: 'x'.repeat(2001), Disposition: 'Maybe' })
    expect(problemOf(answer).Errors?.map(({ Path }) => Path)).toEqual(['Comment', 'Disposition'])
  })
})
