import { alerts } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { alertTallyQueries } from './alert-tally.queries.ts'

const { call, db, make, signInAsRoot } = await testApp()
const root = await signInAsRoot()
const [minuteMs, hourMs] = [60_000, 3_600_000]
const first = Date.UTC(2026, 8, 1, 3)

interface Raised {
  id: string
  type: string
  confirmed: boolean
  startedAt: number
  endedAt: number
}

const device = await make.device({ site: await make.site({ time_zone: 'Europe/Berlin' }) })
/** Bursts of 20 alerts within half an hour, every 11 hours. One in 100 is of the rare type, and every other one is open for three days. */
const raised = await Promise.all(
  Array.from({ length: 1200 }, async (_, at): Promise<Raised> => {
    const startedAt = first + Math.floor(at / 20) * 11 * hourMs + (at % 20) * 1.5 * minuteMs
    const endedAt = startedAt + (at % 2 === 1 ? 72 * hourMs : minuteMs)
    const type = at % 100 === 99 ? 'CO' : 'Vape'
    const confirmed = at % 300 < 100
    const times = { started_at: new Date(startedAt), ended_at: new Date(endedAt) }
    const { id } = await make.alert({ device, type, ...times })
    if (confirmed) await db.updateTable('alert').set({ confirmed }).where('id', '=', id).execute()
    return { id, type, confirmed, startedAt, endedAt }
  }),
)

const [from, to] = [first + 60 * hourMs + 10 * minuteMs, first + 400 * hourMs + 10 * minuteMs]

test.each<[string, object, (alert: Raised) => boolean]>([
  ['all alerts', {}, () => true],
  ['a type with few alerts', { type: 'CO' }, ({ type }) => type === 'CO'],
  ['a type without alerts', { type: 'TVOC' }, () => false],
  ['confirmed alerts', { confirmed: true }, ({ confirmed }) => confirmed],
  [
    'confirmed alerts of a type that were open in a period',
    { type: 'Vape', confirmed: true, startTime: from, endTime: to },
    ({ type, confirmed, startedAt, endedAt }) =>
      type === 'Vape' && confirmed && startedAt < to && endedAt > from,
  ],
  [
    'a type with few alerts that were open in a period',
    { type: 'CO', startTime: from },
    ({ type, endedAt }) => type === 'CO' && endedAt > from,
  ],
  [
    'unconfirmed alerts that started in a period',
    { confirmed: false, startTime: from, endTime: to, rangeBy: 'Start' },
    ({ confirmed, startedAt }) => !confirmed && startedAt >= from && startedAt < to,
  ],
  [
    'alerts at an hour of the day without any',
    { hourOfDay: 13, timeZone: 'Pacific/Honolulu' },
    ({ startedAt }) => new Date(startedAt).getUTCHours() === 23,
  ],
  [
    'alerts of a type at an hour of the day',
    { type: 'Vape', hourOfDay: 14, timeZone: 'UTC' },
    ({ type, startedAt }) => type === 'Vape' && new Date(startedAt).getUTCHours() === 14,
  ],
])(
  'the pages of %s have each of them once, in order, before and after the tallies are added up',
  async (_, query, matches) => {
    const expected = raised
      .filter(matches)
      .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
    const pagesOf = async (order: 'asc' | 'desc') => {
      const ids: string[] = []
      for (let Page = 0; ids.length < expected.length || Page === 0; Page += 1) {
        const { data } = await call(
          alerts.list,
          { query: { ...query, order, Page, PageSize: 37 } as object },
          { as: root },
        )
        expect(data.Total).toBe(expected.length)
        if (data.Items?.length === 0) break
        ids.push(...(data.Items ?? []).map(({ Id }) => Id))
      }
      return ids
    }
    for (let round = 0; round < 2; round += 1) {
      expect(await pagesOf('asc')).toEqual(expected)
      expect(await pagesOf('desc')).toEqual(expected.toReversed())
      await alertTallyQueries(db).addUp()
    }
  },
)
