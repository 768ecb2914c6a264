import { alerts } from '@eot/contract/alerts'
import { alertTypes } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { alertReaders } from '../../../test/alert-reader.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, make, root } = app
const reader = alertReaders(app)

const at = (text: string) => new Date(text)
const ms = (text: string) => at(text).getTime()

describe('alerts in a time range', async () => {
  const { list, raise } = await reader()
  await raise('before', { started_at: at('2026-11-01T00:00:00Z'), ended_at: at('2026-11-01T09:59:59Z') })
  await raise('across', { started_at: at('2026-11-01T09:00:00Z'), ended_at: at('2026-11-01T10:00:01Z') })
  await raise('ongoing', { type: 'Vape', started_at: at('2026-10-01T00:00:00Z'), ended_at: null })
  await raise('after', { started_at: at('2026-11-01T11:00:00Z'), ended_at: at('2026-11-01T12:00:00Z') })
  const window = { startTime: ms('2026-11-01T10:00:00Z'), endTime: ms('2026-11-01T11:00:00Z') }

  test('include those open within it, and ongoing alerts even when they began before it', async () => {
    expect(await list(window)).toEqual(['across', 'ongoing'])
  })

  test('by start include those that start in the range, not those already open at its beginning', async () => {
    const byStart = { ...window, rangeBy: 'Start' }
    expect(await list(byStart)).toEqual([])
    expect(await list({ ...byStart, startTime: ms('2026-11-01T09:00:00Z') })).toEqual(['across'])
    expect(await list({ ...byStart, startTime: ms('2026-11-01T09:00:00.001Z') })).toEqual([])
    expect(await list({ ...byStart, endTime: ms('2026-11-01T11:00:00.001Z') })).toEqual(['after'])
  })

  test('by start fall into exactly one of two adjacent ranges', async () => {
    const edges = ['2026-10-01', '2026-10-31', '2026-11-02'].map((day) => ms(`${day}T00:00:00Z`))
    const parts = [edges.slice(0, 2), edges.slice(1)].map(([startTime, endTime]) =>
      list({ startTime, endTime, rangeBy: 'Start' }),
    )
    expect((await Promise.all(parts)).flat().toSorted()).toEqual(['across', 'after', 'before', 'ongoing'])
  })

  test('are rejected for a range mode other than Open or Start', async () => {
    const { as } = await reader()
    const answer = await call(alerts.list, { query: { ...window, rangeBy: 'End' as 'Start' } }, { as })
    expect(problemOf(answer).Errors?.[0]?.Path).toBe('rangeBy')
  })

  test('include all alerts when no range or an unlimited range is given', async () => {
    const all = ['after', 'across', 'before', 'ongoing']
    expect(await list()).toEqual(all)
    expect(await list({ startTime: 0, endTime: 8.64e15 })).toEqual(all)
  })

  test('exclude one that ended exactly as the range began', async () => {
    expect(await list({ startTime: ms('2026-11-01T10:00:01Z'), endTime: window.endTime })).toEqual([
      'ongoing',
    ])
  })

  test('can be limited to ongoing or ended ones', async () => {
    expect(await list({ ongoing: true })).toEqual(['ongoing'])
    expect(await list({ ...window, ongoing: false })).toEqual(['across'])
  })

  test('have a duration, which is 0 only while they are ongoing', async () => {
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

  test('by type accept keys and ids, repeated or in brackets', async () => {
    const vapeId = alertTypes.find((type) => type.Key === 'Vape')?.Id
    expect((await list({ type: ['Vape', 'CO'] })).toSorted()).toEqual(['co', 'vape'])
    expect(await list({ 'type[]': vapeId })).toEqual(['vape'])
    const wrong = await call(alerts.list, { query: { type: 'Smell' } }, { as })
    expect(problemOf(wrong).Errors?.[0]?.Path).toBe('type')
  })

  test('by device, severity and confirmation are combined', async () => {
    expect(await list({ deviceId: other.id })).toEqual(['heat'])
    expect((await list({ severity: ['Critical'] })).toSorted()).toEqual(['co', 'vape'])
    expect(await list({ severity: ['Critical'], confirmed: 'false' })).toEqual(['co'])
    expect(await list({ confirmed: true, deviceId: other.id })).toEqual([])
  })

  test('by group match the devices of the group, if the group is visible to the caller', async () => {
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

  test('search the device, site, type and comment, and treat wildcard characters literally', async () => {
    expect(await list({ search: 'cellar' })).toEqual(['heat'])
    expect(await list({ search: 'temperature hi' })).toEqual(['heat'])
    expect(await list({ search: '50%' })).toEqual(['co'])
    expect(await list({ search: '%' })).toEqual(['co'])
    expect(await list({ search: site.name })).toHaveLength(3)
  })

  test('search what the portal shows of a type, severity, disposition and who confirmed it, in English and Spanish', async () => {
    const own = await make.site()
    const { list, raise, as } = await reader(own)
    const marcus = await make.user({ site: own, full_name: 'Marcus Bell' })
    await raise('dust', { type: 'Particulate', severity: 'Critical' })
    const { id } = await raise('vape', { type: 'Vape', severity: 'Caution' })
    const confirmed = { confirmed: true, confirmed_by: marcus.id, confirmed_at: new Date() }
    await db
      .updateTable('alert')
      .set({ ...confirmed, disposition: 'False' })
      .where('id', '=', id)
      .execute()
    for (const search of ['PM2.5', 'pm2.5 high', 'PM2.5 alto', 'Particulate', 'critical', 'crítica'])
      expect([search, await list({ search })]).toEqual([search, ['dust']])
    for (const search of ['Vapeo', 'marcus', 'Bell', 'False alarm', 'falsa', 'caution'])
      expect([search, await list({ search })]).toEqual([search, ['vape']])
    for (const search of ['Real', 'Serious', 'Nobody']) expect(await list({ search })).toEqual([])
    for (const search of ['PM2.5', 'marcus', 'critical', 'falsa']) {
      const { data } = await call(alerts.list, { query: { search, CountOnly: true } }, { as })
      expect([search, data.Total]).toEqual([search, 1])
    }
  })

  test('count exactly the alerts that are listed', async () => {
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

  test("use the time zone of the alert's site", async () => {
    expect(await list({ dayOfWeek: 0 })).toEqual(['sunday 0'])
    expect(await list({ dayOfWeek: 6, hourOfDay: 23 })).toEqual(['saturday 23'])
    expect(await list({ hourOfDay: [0, 23] })).toEqual(['sunday 0', 'saturday 23'])
  })

  test('use the given time zone instead', async () => {
    expect(await list({ dayOfWeek: 6, timeZone: 'UTC' })).toHaveLength(2)
    expect(await list({ hourOfDay: 8, timeZone: 'America/New_York' })).toHaveLength(2)
  })

  test('are rejected for a time zone that does not exist', async () => {
    const { as } = await reader()
    for (const timeZone of ['Mars/Olympus', '+05:00', "UTC'; drop table alert; --"]) {
      const answer = await call(alerts.list, { query: { dayOfWeek: 1, timeZone } }, { as })
      expect(problemOf(answer).Errors?.[0]?.Path, timeZone).toBe('timeZone')
    }
  })
})

test('weekday and hour match those shown, even if the database has older time zone data', async () => {
  // Under the rules for 2026, Alberta stays on UTC-6 in winter and Morocco moves to UTC+0.
  for (const [time_zone, started_at] of [
    ['America/Edmonton', at('2026-12-06T06:30:00Z')],
    ['Africa/Casablanca', at('2027-01-03T00:30:00Z')],
  ] as const) {
    const { list, raise } = await reader(await make.site({ time_zone }))
    await raise(time_zone, { started_at, ended_at: at('2027-01-04T00:00:00Z') })
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, hour: 'numeric', weekday: 'long' })
    const { weekday, hour } = Object.fromEntries(
      shown.formatToParts(started_at).map(({ type, value }) => [type, value]),
    )
    const dayOfWeek = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].indexOf(
      weekday ?? '',
    )
    expect(await list({ dayOfWeek, hourOfDay: Number(hour) }), time_zone).toEqual([time_zone])
    expect(await list({ hourOfDay: Number(hour), timeZone: time_zone })).toEqual([time_zone])
  }
})

describe('an hour repeated when clocks go back', async () => {
  const { list, raise } = await reader()
  // In Berlin on this day, 00:30 and 01:30 UTC are both 02:30 local time.
  await raise('first', { started_at: at('2026-10-25T00:30:00Z'), ended_at: at('2026-10-25T00:40:00Z') })
  await raise('second', { started_at: at('2026-10-25T01:30:00Z'), ended_at: at('2026-10-25T01:40:00Z') })

  test('is one hour of the day but two hours of the time range', async () => {
    expect(await list({ hourOfDay: 2 })).toEqual(['second', 'first'])
    expect(await list({ startTime: ms('2026-10-25T01:00:00Z') })).toEqual(['second'])
    expect(await list({ hourOfDay: [0, 1], timeZone: 'UTC' })).toEqual(['second', 'first'])
  })
})

test('pages with a fixed end neither repeat nor skip an alert when others are raised in between', async () => {
  const { list, raise } = await reader()
  const times = ['09:00', '09:10', '09:20', '09:30'].map((time) => at(`2026-11-20T${time}:00Z`))
  for (const started_at of times)
    await raise(started_at.toISOString().slice(11, 16), { started_at, ended_at: at('2026-11-20T10:00:00Z') })
  const query = { endTime: ms('2026-11-20T09:31:00Z'), PageSize: 2 }
  expect(await list(query)).toEqual(['09:30', '09:20'])
  await raise('new', { started_at: at('2026-11-20T09:31:00Z'), ended_at: null })
  expect(await list({ ...query, Page: 1 })).toEqual(['09:10', '09:00'])
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

  test('has no ties, so pages neither repeat nor skip an alert', async () => {
    const crowd = await reader()
    for (let n = 0; n < 23; n++) await crowd.raise(`${n}`, { type: 'Sound', started_at: start })
    for (const sortBy of ['StartAt', 'Type', 'Device', 'Site', 'Confirmed', 'Severity', 'Peak', 'EndAt']) {
      const pages = []
      for (let Page = 0; Page < 5; Page++) pages.push(await crowd.list({ sortBy, Page, PageSize: 5 }))
      expect(new Set(pages.flat()).size, sortBy).toBe(23)
    }
  })

  test('accepts only the sortable fields of the list', async () => {
    for (const sortBy of ['id', 'site_path', 'StartAt; drop table alert']) {
      const answer = await call(alerts.list, { query: { sortBy: sortBy as 'Peak' } }, { as })
      expect(problemOf(answer).Errors?.[0]?.Path).toBe('sortBy')
    }
  })
})

test.each(['dayOfWeek', 'hourOfDay', 'startTime', 'endTime', 'Page', 'PageSize'])(
  'an empty or hexadecimal %s is refused, not read as a number',
  async (field) => {
    const { as } = await reader()
    for (const given of ['', ' ', '0x1', '1e0']) {
      const query = { CountOnly: true, [field]: given }
      const answer = await call(alerts.list, { query }, { as })
      expect(problemOf(answer)).toMatchObject({
        status: 400,
        Errors: [{ Path: expect.stringMatching(field) }],
      })
    }
  },
)
