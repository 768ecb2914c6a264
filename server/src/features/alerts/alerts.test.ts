import { alerts } from '@eot/contract/alerts'
import { alertTypes } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, published, root, signIn, signInAsRoot } = await testApp()

const at = (text: string) => new Date(text)
const ms = (text: string) => at(text).getTime()

/** An organisation of its own with one who reads its alerts by the ids a test gave them. */
async function reader(site?: MadeSite) {
  const own = site ?? (await make.site())
  const as = await signIn({ site: own })
  const names = new Map<string, string>()
  const device = await make.device({ site: own })
  return {
    site: own,
    device,
    as,
    async raise(name: string, given: Parameters<typeof make.alert>[0] = {}) {
      const alert = await make.alert({ device, ...given })
      names.set(alert.id, name)
      return alert
    },
    async list(query: object = {}) {
      const { status, data, text } = await call(alerts.list, { query }, { as })
      if (status !== 200) throw new Error(text)
      return (data.Items ?? []).map((alert) => names.get(alert.Id) ?? alert.Id)
    },
  }
}

describe('the alerts of a time', async () => {
  const { list, raise } = await reader()
  await raise('before', { started_at: at('2026-11-01T00:00:00Z'), ended_at: at('2026-11-01T09:59:59Z') })
  await raise('across', { started_at: at('2026-11-01T09:00:00Z'), ended_at: at('2026-11-01T10:00:01Z') })
  await raise('ongoing', { type: 'Vape', started_at: at('2026-10-01T00:00:00Z'), ended_at: null })
  await raise('after', { started_at: at('2026-11-01T11:00:00Z'), ended_at: at('2026-11-01T12:00:00Z') })
  const window = { startTime: ms('2026-11-01T10:00:00Z'), endTime: ms('2026-11-01T11:00:00Z') }

  test('are those that were open within it; what is ongoing is never hidden by its beginning', async () => {
    expect(await list(window)).toEqual(['across', 'ongoing'])
  })

  test('are all where no time is given, or all of it', async () => {
    const all = ['after', 'across', 'before', 'ongoing']
    expect(await list()).toEqual(all)
    expect(await list({ startTime: 0, endTime: 8.64e15 })).toEqual(all)
  })

  test('do not include one that ended as the time began', async () => {
    expect(await list({ startTime: ms('2026-11-01T10:00:01Z'), endTime: window.endTime })).toEqual([
      'ongoing',
    ])
  })

  test('are ongoing or over, as is asked', async () => {
    expect(await list({ ongoing: true })).toEqual(['ongoing'])
    expect(await list({ ...window, ongoing: false })).toEqual(['across'])
  })

  test('are told with a duration, which is 0 only while they last', async () => {
    const { as, raise: raiseShort } = await reader()
    await raiseShort('short', {
      started_at: at('2026-11-01T00:00:00.000Z'),
      ended_at: at('2026-11-01T00:00:01.200Z'),
    })
    await raiseShort('open', { type: 'Vape', ended_at: null })
    const { data } = await call(alerts.list, { query: { sortBy: 'Duration' } }, { as })
    expect(data.Items?.map(({ Duration, EndAt }) => [Duration, EndAt === null])).toEqual([
      [0, true],
      [1, false],
    ])
  })
})

describe('filters', async () => {
  const { list, raise, site, as } = await reader()
  const other = await make.device({ site, name: 'Cellar door' })
  await raise('vape', { type: 'Vape', confirmed: true })
  await raise('co', { type: 'CO', comment: 'Boiler 50% open' })
  await raise('heat', { type: 'Temperature', device: other })

  test('by type take keys and ids, repeated or in brackets', async () => {
    const vapeId = alertTypes.find((type) => type.Key === 'Vape')?.Id
    expect((await list({ type: ['Vape', 'CO'] })).toSorted()).toEqual(['co', 'vape'])
    expect(await list({ 'type[]': vapeId })).toEqual(['vape'])
    const wrong = await call(alerts.list, { query: { type: 'Smell' } }, { as })
    expect(problemOf(wrong).Errors?.[0]?.Path).toBe('type')
  })

  test('by device, severity and confirmation narrow one another', async () => {
    expect(await list({ deviceId: other.id })).toEqual(['heat'])
    expect((await list({ severity: ['Critical'] })).toSorted()).toEqual(['co', 'vape'])
    expect(await list({ severity: ['Critical'], confirmed: 'false' })).toEqual(['co'])
    expect(await list({ confirmed: true, deviceId: other.id })).toEqual([])
  })

  test('by group take the devices of the group, if it is one of the own', async () => {
    const group = async (siteId: string) => {
      const id = crypto.randomUUID()
      await db.insertInto('device_group').values({ id, site_id: siteId, name: 'Group' }).execute()
      await db
        .insertInto('device_group_device')
        .values({ device_group_id: id, device_id: other.id })
        .execute()
      return id
    }
    expect(await list({ groupId: await group(site.id) })).toEqual(['heat'])
    expect(await list({ groupId: await group(root.id) })).toEqual([])
  })

  test('search the device, the site, the type and the comment, with no sign having a meaning', async () => {
    expect(await list({ search: 'cellar' })).toEqual(['heat'])
    expect(await list({ search: 'temperature hi' })).toEqual(['heat'])
    expect(await list({ search: '50%' })).toEqual(['co'])
    expect(await list({ search: '%' })).toEqual(['co'])
    expect(await list({ search: site.name })).toHaveLength(3)
  })

  test('count exactly what they list', async () => {
    for (const query of [{}, { type: 'Vape' }, { search: 'e' }, { confirmed: false }, { dayOfWeek: 5 }]) {
      const { data } = await call(alerts.list, { query: { ...query, CountOnly: true } }, { as })
      expect(data).toEqual({ Total: (await list(query)).length })
    }
  })
})

describe('weekday and hour', async () => {
  const { list, raise } = await reader(await make.site({ time_zone: 'Australia/Adelaide' }))
  // 13:45 UTC on a Saturday is 00:15 on Sunday in Adelaide (UTC+10:30 in summer).
  await raise('sunday 0', { started_at: at('2026-11-21T13:45:00Z'), ended_at: at('2026-11-21T14:00:00Z') })
  await raise('saturday 23', { started_at: at('2026-11-21T13:15:00Z'), ended_at: at('2026-11-21T14:00:00Z') })

  test('are those of the raise on the clocks of its site', async () => {
    expect(await list({ dayOfWeek: 0 })).toEqual(['sunday 0'])
    expect(await list({ dayOfWeek: 6, hourOfDay: 23 })).toEqual(['saturday 23'])
    expect(await list({ hourOfDay: [0, 23] })).toEqual(['sunday 0', 'saturday 23'])
  })

  test('are those of another time zone where one is named', async () => {
    expect(await list({ dayOfWeek: 6, timeZone: 'UTC' })).toHaveLength(2)
    expect(await list({ hourOfDay: 8, timeZone: 'America/New_York' })).toHaveLength(2)
  })

  test('are not calculated in a time zone that does not exist', async () => {
    const { as } = await reader()
    for (const timeZone of ['Mars/Olympus', '+05:00', "UTC'; drop table alert; --"]) {
      const answer = await call(alerts.list, { query: { dayOfWeek: 1, timeZone } }, { as })
      expect(problemOf(answer).Errors?.[0]?.Path, timeZone).toBe('timeZone')
    }
  })
})

describe('order', async () => {
  const { list, raise, as } = await reader()
  const start = at('2026-11-02T00:00:00Z')
  await raise('long', { type: 'Vape', started_at: start, ended_at: at('2026-11-02T05:00:00Z'), peak: 5 })
  await raise('short', { type: 'CO', started_at: start, ended_at: at('2026-11-02T01:00:00Z'), peak: 9 })
  await raise('open', { type: 'Light', started_at: at('2026-11-02T03:00:00Z'), ended_at: null, peak: null })

  test.each([
    [{ sortBy: 'StartAt', order: 'asc' }, ['long', 'short', 'open']],
    [{ sortBy: 'EndAt' }, ['open', 'long', 'short']],
    [{ sortBy: 'EndAt', order: 'asc' }, ['short', 'long', 'open']],
    [{ sortBy: 'Duration', order: 'asc' }, ['short', 'long', 'open']],
    [{ sortBy: 'Peak' }, ['short', 'long', 'open']],
    [{ sortBy: 'Type' }, ['short', 'open', 'long']],
    [{ sortBy: 'Severity', order: 'asc' }, ['open', 'long', 'short']],
  ])('%j', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test('has no ties, so that pages neither repeat nor lose an alert', async () => {
    const crowd = await reader()
    for (let n = 0; n < 23; n++) await crowd.raise(`${n}`, { type: 'Sound', started_at: start })
    for (const sortBy of ['StartAt', 'Type', 'Device', 'Site', 'Confirmed', 'Severity', 'Peak', 'EndAt']) {
      const pages = []
      for (let Page = 0; Page < 5; Page++) pages.push(await crowd.list({ sortBy, Page, PageSize: 5 }))
      expect(new Set(pages.flat()).size, sortBy).toBe(23)
    }
  })

  test('is by a field of the list only', async () => {
    for (const sortBy of ['id', 'site_path', 'StartAt; drop table alert']) {
      const answer = await call(alerts.list, { query: { sortBy: sortBy as 'Peak' } }, { as })
      expect(problemOf(answer).Errors?.[0]?.Path).toBe('sortBy')
    }
  })
})

describe('who sees an alert', async () => {
  const school = await make.site({ name: 'School' })
  const wing = await make.site({ parent: school, name: 'Wing' })
  const room = await make.site({ parent: wing, name: 'Room' })
  const device = await make.device({ site: room })
  const { id } = await make.alert({ device })
  const pathSeenBy = async (site: MadeSite) => {
    const { data } = await call(alerts.get, { params: { id } }, { as: await signIn({ site }) })
    return data.SitePath.map(({ Name }) => Name)
  }

  test('sees of the sites above it only those from the own down', async () => {
    expect(await pathSeenBy(school)).toEqual(['School', 'Wing', 'Room'])
    expect(await pathSeenBy(wing)).toEqual(['Wing', 'Room'])
    expect(await pathSeenBy(room)).toEqual(['Room'])
  })

  test('finds it in the list of its site and of those above, not beside', async () => {
    const as = await signInAsRoot()
    const ids = async (query: object) =>
      (await call(alerts.list, { query }, { as })).data.Items?.map((alert) => alert.Id)
    for (const site of [room, wing, school, root]) expect(await ids({ SiteId: site.id })).toContain(id)
    expect(await ids({ SiteId: wing.id, IncludeSubSites: false })).toEqual([])
    expect(await ids({ SiteId: (await make.site({ parent: school })).id })).toEqual([])
  })
})

describe('reviewing an alert', async () => {
  const { raise, as, site, device } = await reader()
  const update = (id: string, body: object, by = as) =>
    call(alerts.update, { params: { id }, body }, { as: by })
  const events = (id: string) =>
    db.selectFrom('live_event').where('alert_id', '=', id).selectAll().orderBy('seq').execute()

  test('confirms it in the name of the caller, with a comment, and tells the rooms after the commit', async () => {
    const { id } = await raise('one', { ended_at: null, type: 'Vape' })
    const before = published.count
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
      { event: 'AlertConfirmed', event_type: 'alerts', device_id: device.id, site_path: site.path },
    ])
    expect(published.count).toBe(before + 1)
  })

  test('takes it back, which is told and written down', async () => {
    const { id } = await raise('two')
    await update(id, { Confirmed: true })
    const { data } = await update(id, { Confirmed: false })
    expect(data).toMatchObject({ Confirmed: false, ConfirmedBy: null, ConfirmedAt: null })
    expect((await events(id)).map(({ event }) => event)).toEqual(['AlertConfirmed', 'AlertUnconfirmed'])
    const audit = await db
      .selectFrom('audit_event')
      .where('subject_id', '=', id)
      .select(['action', 'actor_id'])
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { action: 'alert.confirmed', actor_id: as.user.id },
      { action: 'alert.unconfirmed', actor_id: as.user.id },
    ])
  })

  test('that changes nothing tells nobody', async () => {
    const { id } = await raise('three')
    const before = published.count
    expect((await update(id, { Confirmed: false, Comment: '' })).status).toBe(200)
    expect(await events(id)).toEqual([])
    expect(published.count).toBe(before)
  })

  test('by two at once leaves one who confirmed and one event', async () => {
    const { id } = await raise('four')
    const second = await signIn({ site })
    await Promise.all([update(id, { Confirmed: true }), update(id, { Confirmed: true }, second)])
    expect((await events(id)).map(({ event }) => event)).toEqual(['AlertConfirmed'])
  })

  test('is for staff, not for viewers', async () => {
    const { id } = await raise('five')
    const viewer = await signIn({ site, role: 'Viewer' })
    expect((await call(alerts.get, { params: { id } }, { as: viewer })).status).toBe(200)
    expect((await update(id, { Confirmed: true }, viewer)).status).toBe(403)
  })

  test('refuses a comment that is too long and a disposition that does not exist', async () => {
    const { id } = await raise('six')
    const answer = await update(id, { Comment: 'x'.repeat(2001), Disposition: 'Maybe' })
    expect(problemOf(answer).Errors?.map(({ Path }) => Path)).toEqual(['Comment', 'Disposition'])
  })
})

describe('the export', async () => {
  const { raise, as } = await reader()
  await raise('formula', { comment: '=HYPERLINK("http://evil")', device_name: '@SUM(A1)', value: -3.5 })
  await raise('quoted', { type: 'Vape', comment: 'two\nlines, "quoted"', ended_at: null })
  const get = (query: object) => call(alerts.export, { query }, { as })

  test('is a file with every alert of the filter, formulas made harmless', async () => {
    const { status, text, headers } = await get({ sortBy: 'Type', order: 'asc' })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="alerts-\d{4}-\d\d-\d\d\.csv"$/)
    expect(text.startsWith('\ufeffStarted (UTC),')).toBe(true)
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(text).toContain(",'@SUM(A1),")
    expect(text).toContain(',-3.5,')
    expect(text).toContain('"two\nlines, ""quoted"""')
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  })

  test('has more rows than a page, each once', async () => {
    const crowd = await reader()
    for (let n = 0; n < 60; n++) await crowd.raise(`${n}`, { type: 'Sound' })
    const { text } = await call(alerts.export, {}, { as: crowd.as })
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(60)
  })

  test('of nothing is a line of titles', async () => {
    const { text } = await get({ type: 'Tamper' })
    expect(text.trimEnd().split('\r\n')).toHaveLength(1)
  })
})
