import { expect, test } from 'vitest'
import { alertQuery, isFiltered } from './alert-query.ts'

const site = { id: 's', zone: 'America/Chicago' }
const now = Date.parse('2026-11-17T16:42:16Z')
const midnight = Date.parse('2026-11-17T06:00:00Z')

test('without filters it is the last seven days of the site, open at the end', () => {
  const query = alertQuery({}, site, now)
  expect(query).toMatchObject({ SiteId: 's', Method: 'Range', startTime: midnight - 6 * 86_400_000 })
  expect(query).not.toHaveProperty('endTime')
})

test('a range that lies in the past has an end', () => {
  expect(alertQuery({ range: 'yesterday' }, site, now)).toMatchObject({
    startTime: midnight - 86_400_000,
    endTime: midnight,
  })
  expect(alertQuery({ range: 'custom', startTime: 5, endTime: 9 }, site, now)).toMatchObject({
    startTime: 5,
    endTime: 9,
  })
})

test('all time asks for no start', () => {
  expect(alertQuery({ range: 'alltime' }, site, now)).not.toHaveProperty('startTime')
})

test('a span of hours is sent hour by hour', () => {
  expect(alertQuery({ hours: [22, 1] }, site, now).hourOfDay).toEqual([22, 23, 0])
})

test('range and order are no filters', () => {
  expect(isFiltered({ range: 'today', sortBy: 'Peak', order: 'asc' })).toBe(false)
  expect(isFiltered({ confirmed: false })).toBe(true)
})
