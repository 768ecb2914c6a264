import { alerts } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signInAsRoot } = await testApp()
const hourMs = 3_600_000
const first = Date.UTC(2026, 8, 1, 3)
const days = 20

const device = await make.device()
const raised = await Promise.all(
  Array.from({ length: days * 6 }, async (_, at) => {
    const startedAt = first + at * 4 * hourMs
    // One stays open for a week.
    const endedAt = startedAt + (at === 6 ? 168 : 1) * hourMs
    const { id } = await make.alert({
      device,
      type: at % 3 === 0 ? 'CO' : 'Vape',
      started_at: new Date(startedAt),
      ended_at: new Date(endedAt),
    })
    return { id, startedAt, endedAt, type: at % 3 === 0 ? 'CO' : 'Vape' }
  }),
)
const as = await signInAsRoot()

async function pagesOf(query: object): Promise<string[]> {
  const ids: string[] = []
  for (let Page = 0; ; Page += 1) {
    const { data } = await call(alerts.list, { query: { ...query, Page, PageSize: 7 } }, { as })
    ids.push(...(data.Items ?? []).map(({ Id }) => Id))
    if (ids.length >= data.Total || data.Items?.length === 0) return ids
  }
}

const [from, to] = [first + 60 * hourMs, first + 300 * hourMs]

test.each([
  ['all', {}],
  ['of a period', { startTime: from, endTime: to }],
  ['started in a period', { startTime: from, endTime: to, rangeBy: 'Start' }],
  ['of a type', { startTime: from, type: 'CO', rangeBy: 'Start' }],
  ['before all of them', { endTime: first - hourMs }],
])('the pages of alerts at two hours of the day have each alert once, in order: %s', async (_, query) => {
  const { startTime = 0, endTime = Number.MAX_VALUE, rangeBy, type } = query as Record<string, never>
  const expected = raised
    .filter(({ startedAt }) => [3, 15].includes(new Date(startedAt).getUTCHours()))
    .filter(
      (one) => one.startedAt < endTime && (rangeBy ? one.startedAt >= startTime : one.endedAt > startTime),
    )
    .filter((one) => type === undefined || one.type === type)
    .map(({ id }) => id)
  const asked = { ...query, hourOfDay: [3, 15], timeZone: 'UTC' }
  expect(await pagesOf({ ...asked, order: 'asc' })).toEqual(expected)
  expect(await pagesOf(asked)).toEqual(expected.toReversed())
})
