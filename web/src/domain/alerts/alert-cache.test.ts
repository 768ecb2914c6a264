import type { Alert } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { openAlert } from '../../../test/open-alert.ts'
import { listWithAlert, matchesFilters, mayMatch, pageWithAlert } from './alert-cache.ts'
import type { AlertQuery } from './alert-reads.ts'

const list = (...Items: Alert[]) => ({ Items, Page: 0, PageSize: 25, Total: Items.length })
const ids = (answer: { Items?: Alert[] | undefined }) => answer.Items?.map((item) => item.Id)

const older = openAlert({ Id: 'older', StartAt: '2026-11-17T09:00:00.000Z' })
const newer = openAlert({ Id: 'newer', StartAt: '2026-11-17T11:00:00.000Z' })

test('a new alert is inserted in order into a newest-first list', () => {
  const answer = listWithAlert(list(newer, older), openAlert(), {}, false)
  expect(ids(answer)).toEqual(['newer', 'a', 'older'])
  expect(answer.Total).toBe(3)
})

test('a page of a list keeps its length, and counts the alert that leaves it', () => {
  const answer = pageWithAlert(list(newer, older), openAlert(), { PageSize: 2 })
  expect(ids(answer)).toEqual(['newer', 'a'])
  expect(answer.Total).toBe(3)
})

test('with a filter that only the server can evaluate, the other filters still exclude an alert', () => {
  expect(mayMatch(openAlert(), { search: 'restroom' })).toBe(true)
  expect(mayMatch(openAlert(), { search: 'restroom', severity: ['Info'] })).toBe(false)
  expect(mayMatch(openAlert(), { search: 'restroom', endTime: Date.parse('2026-11-01') })).toBe(false)
})

test('a known alert is replaced in place', () => {
  const answer = listWithAlert(list(newer, openAlert(), older), openAlert({ Peak: 90 }), {}, false)
  expect(ids(answer)).toEqual(['newer', 'a', 'older'])
  expect(answer.Items?.[1]?.Peak).toBe(90)
  expect(answer.Total).toBe(3)
})

test('an ended alert is removed from a list of ongoing alerts', () => {
  const ended = openAlert({ EndAt: '2026-11-17T10:06:00.000Z', Duration: 360 })
  const answer = listWithAlert(list(openAlert(), older), ended, { ongoing: true }, false)
  expect(ids(answer)).toEqual(['older'])
  expect(answer.Total).toBe(1)
})

test('a held list neither gains nor loses rows, but its rows are updated', () => {
  const confirmed = openAlert({ Confirmed: true })
  const answer = listWithAlert(list(openAlert()), confirmed, { confirmed: false }, true)
  expect(answer.Items).toEqual([confirmed])
  expect(ids(listWithAlert(list(older), newer, {}, true))).toEqual(['older'])
})

test.each<[AlertQuery]>([
  [{ Page: 1 }],
  [{ sortBy: 'Duration' }],
  [{ order: 'asc' }],
  [{ search: 'gym' }],
  [{ hourOfDay: [10] }],
  [{ groupId: ['g'] }],
])('no alert is added to a list with the query %o', (query) => {
  expect(ids(listWithAlert(list(older), newer, query, false))).toEqual(['older'])
})

test.each<[AlertQuery, boolean]>([
  [{}, true],
  [{ type: ['CO'] }, false],
  [{ type: ['CO', 'Vape'] }, true],
  [{ type: ['t'] }, true],
  [{ type: [] }, true],
  [{ severity: ['Info'] }, false],
  [{ deviceId: ['d'] }, true],
  [{ deviceId: ['e'] }, false],
  [{ confirmed: true }, false],
  [{ ongoing: false }, false],
  [{ startTime: Date.parse('2026-11-17T12:00:00Z') }, true],
  [{ endTime: Date.parse('2026-11-17T10:00:00Z') }, false],
])('an ongoing, unconfirmed vape alert of 10:00 matches %o: %s', (query, matches) => {
  expect(matchesFilters(openAlert(), query)).toBe(matches)
})

test.each([
  ['09:59:59', '10:00:01', true],
  ['10:00:00', '10:00:01', true],
  ['10:00:01', '10:00:02', false],
])('with rangeBy Start, an alert of 10:00:00 matches the range from %s to %s: %s', (from, to, belongs) => {
  const range = { startTime: Date.parse(`2026-11-17T${from}Z`), endTime: Date.parse(`2026-11-17T${to}Z`) }
  expect(matchesFilters(openAlert(), { ...range, rangeBy: 'Start' })).toBe(belongs)
})

test('an alert that ended exactly when the range starts does not match', () => {
  const ended = openAlert({ EndAt: '2026-11-17T10:06:00.000Z' })
  expect(matchesFilters(ended, { startTime: Date.parse('2026-11-17T10:06:00Z') })).toBe(false)
  expect(matchesFilters(ended, { startTime: Date.parse('2026-11-17T10:05:59Z') })).toBe(true)
})
