import { expect, test } from 'vitest'
import { alertQuery, isFiltered } from './alert-query.ts'

const site = { id: 's', zone: 'America/Chicago' }
const now = Date.parse('2026-11-17T16:42:16Z')
const midnight = Date.parse('2026-11-17T06:00:00Z')

test('without filters the query covers the last seven days of the site, with no end time', () => {
  const query = alertQuery({}, site, now)
  expect(query).toMatchObject({ SiteId: 's', Method: 'Range', startTime: midnight - 6 * 86_400_000 })
  expect(query).not.toHaveProperty('endTime')
})

test('a range in the past has an end time', () => {
  expect(alertQuery({ range: 'yesterday' }, site, now)).toMatchObject({
    startTime: midnight - 86_400_000,
    endTime: midnight,
  })
  expect(alertQuery({ range: 'custom', startTime: 5, endTime: 9 }, site, now)).toMatchObject({
    startTime: 5,
    endTime: 9,
  })
})

test('all time has no start time', () => {
  expect(alertQuery({ range: 'alltime' }, site, now)).not.toHaveProperty('startTime')
})

test('a span of hours is sent as individual hours', () => {
  expect(alertQuery({ hours: [22, 1] }, site, now).hourOfDay).toEqual([22, 23, 0])
})

test('hours of a heat map are sent with its time zone', () => {
  const timeZone = 'America/St_Johns'
  expect(alertQuery({ days: [1], hours: [8, 9], timeZone }, site, now).timeZone).toBe(timeZone)
  expect(alertQuery({ days: [1] }, site, now).timeZone).toBeUndefined()
})

test('range and order do not count as filters', () => {
  expect(isFiltered({ range: 'today', sortBy: 'Peak', order: 'asc' })).toBe(false)
  expect(isFiltered({ confirmed: false })).toBe(true)
})
