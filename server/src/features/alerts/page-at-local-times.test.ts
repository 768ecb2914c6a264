import { alerts } from '@eot/contract/alerts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, pool, signIn, signInAsRoot } = await testApp()
const hourMs = 3_600_000
const first = Date.UTC(2026, 8, 1, 3)
const days = 20

interface Raised {
  id: string
  timeZone: string
  startedAt: number
  endedAt: number
  type: string
}

/** Makes a site with six alerts a day, one of which is open for a week. */
async function siteIn(timeZone: string) {
  const site = await make.site({ time_zone: timeZone })
  const device = await make.device({ site })
  const raised = Array.from({ length: days * 6 }, async (_, at): Promise<Raised> => {
    const startedAt = first + at * 4 * hourMs
    const endedAt = startedAt + (at === 6 ? 168 : 1) * hourMs
    const type = at % 3 === 0 ? 'CO' : 'Vape'
    const times = { started_at: new Date(startedAt), ended_at: new Date(endedAt) }
    const { id } = await make.alert({ device, type, ...times })
    return { id, timeZone, startedAt, endedAt, type }
  })
  return { site, raised: await Promise.all(raised) }
}

const customer = await siteIn('Asia/Kathmandu')
const other = await siteIn('America/New_York')
// Spans are only read for large scopes.
await pool.query(
  `insert into alert_site_path (path)
   select path || gen_random_uuid() || '/' from site, generate_series(1, 2500) where id = $1`,
  [customer.site.id],
)
const callers = {
  root: { as: await signInAsRoot(), visible: [...customer.raised, ...other.raised] },
  customer: { as: await signIn({ site: customer.site }), visible: customer.raised },
}

async function pagesOf(as: (typeof callers)['root']['as'], query: object): Promise<string[]> {
  const ids: string[] = []
  for (let Page = 0; ; Page += 1) {
    const { data } = await call(alerts.list, { query: { ...query, Page, PageSize: 7 } }, { as })
    ids.push(...(data.Items ?? []).map(({ Id }) => Id))
    if (ids.length >= data.Total || data.Items?.length === 0) return ids
  }
}

function localHour(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return Number(format.format(at))
}

const [from, to] = [first + 60 * hourMs, first + 300 * hourMs]

describe.each(Object.entries(callers))('for %s,', (_name, { as, visible }) => {
  test.each([
    ['all', {}],
    ['of a period', { startTime: from, endTime: to }],
    ['of a short period', { startTime: from, endTime: from + 30 * hourMs }],
    ['started in a period', { startTime: from, endTime: to, rangeBy: 'Start' }],
    ['of a type', { startTime: from, type: 'CO', rangeBy: 'Start' }],
    ['before all of them', { endTime: first - hourMs }],
    ['in the time zone of their site', { startTime: from, timeZone: undefined }],
  ])('the pages of alerts at two hours of the day have each alert once, in order: %s', async (_, given) => {
    const query: Record<string, unknown> = { timeZone: 'UTC', hourOfDay: [3, 8], ...given }
    const {
      startTime = 0,
      endTime = Number.MAX_VALUE,
      rangeBy,
      type,
      timeZone,
    } = query as Record<string, never>
    const expected = visible
      .filter((one) => [3, 8].includes(localHour(timeZone ?? one.timeZone, one.startedAt)))
      .filter((one) => one.startedAt < endTime)
      .filter((one) => (rangeBy ? one.startedAt >= startTime : one.endedAt > startTime))
      .filter((one) => type === undefined || one.type === type)
      .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
    expect(await pagesOf(as, { ...query, order: 'asc' })).toEqual(expected)
    expect(await pagesOf(as, query)).toEqual(expected.toReversed())
  })
})
