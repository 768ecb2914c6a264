import { expect, onTestFinished, test } from 'vitest'
import { setClock, tidyDayPeriod } from '../../texts/date-format.ts'
import {
  agoText,
  clockTime,
  durationText,
  elapsedText,
  localTime,
  shortTime,
  sinceText,
  zoneNames,
} from './time.ts'

const zone = 'America/Chicago'
const now = Date.parse('2026-11-17T16:42:16Z')

test.each([
  [0, 'Ongoing'],
  [1, '1 s'],
  [60, '1 min'],
  [372, '6 min 12 s'],
  [16_200, '4 h 30 min'],
  [7200, '2 h'],
  [190_800, '2 d 5 h'],
])('a duration of %d s is shown as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('elapsed time below a second is zero seconds, not Ongoing', () => {
  expect(elapsedText(0.4)).toBe('0 s')
})

test.each([
  ['2026-11-17T16:42:16.000Z', 'just now'],
  ['2026-11-17T16:42:14Z', '2 s ago'],
  ['2026-11-17T16:30:00Z', '12 min ago'],
  ['2026-11-15T16:30:00Z', '2 d ago'],
])('%s is %s', (instant, text) => {
  expect(agoText(instant, now)).toBe(text)
})

test("a time in the site's time zone is as short as is unambiguous", () => {
  const spoken = (instant: string) => shortTime(instant, zone, now)
  expect(spoken('2026-11-17T06:00:01Z')).toMatch(/^(12:00:01 AM|00:00:01)$/)
  expect(spoken('2026-11-17T05:59:59Z')).toMatch(/^Mon (11:59 PM|23:59)$/)
  expect(spoken('2026-11-03T18:52:00Z')).toMatch(/Nov 3|3 Nov/)
  expect(spoken('2025-11-03T18:52:00Z')).toContain('2025')
})

test('a time of today can be shown without seconds', () => {
  const spoken = (instant: string) => shortTime(instant, zone, now, clockTime)
  expect(spoken('2026-11-17T06:00:01Z')).toMatch(/^(12:00 AM|00:00)$/)
  expect(spoken('2026-11-17T05:59:59Z')).toMatch(/^Mon (11:59 PM|23:59)$/)
})

test('a time zone has a name in words and an offset', () => {
  expect(zoneNames(zone, now)).toEqual({ name: 'Central Time', detail: 'America/Chicago (UTC−6)' })
  expect(zoneNames('UTC', now).name).toBe('Coordinated Universal Time')
})

test.each([
  ['America/New_York', 'America/Chicago', '11:36 AM Eastern Time'],
  ['Asia/Tokyo', 'America/Chicago', 'Wed 1:36 AM Japan Standard Time'],
  ['America/Chicago', 'America/New_York', '10:36 AM Central Time'],
  ['America/Chicago', 'America/Chicago', undefined],
  ['America/Winnipeg', 'America/Chicago', undefined],
])('at 10:36 in Chicago, the time in %s beside that of %s is %s', (place, shown, text) => {
  setClock('12h')
  onTestFinished(() => setClock(undefined))
  expect(localTime('2026-11-17T16:36:00Z', place, shown)).toBe(text)
})

test.each([
  ['12h', '8:41 PM'],
  ['24h', '20:41'],
] as const)('a user with the %s clock sees %s', (clock, text) => {
  setClock(clock)
  onTestFinished(() => setClock(undefined))
  expect(clockTime('2026-11-18T02:41:00Z', 'America/Chicago')).toBe(text)
})

test.each([
  ['8:41\u202fPM', '8:41 PM'],
  ['8:41\u00a0am', '8:41 AM'],
  ['8:41:04 p.\u00a0m.', '8:41:04 PM'],
  ['Tue 17 Nov, 8:41 a.m. CST', 'Tue 17 Nov, 8:41 AM CST'],
  ['午後8:41', '午後8:41'],
  ['20:41', '20:41'],
  ['5 matches', '5 matches'],
])('the browser\'s "%s" is shown as "%s"', (given, shown) => {
  expect(tidyDayPeriod(given)).toBe(shown)
})

test('midnight is 00:00 on the 24-hour clock and 12:00 AM on the 12-hour clock', () => {
  onTestFinished(() => setClock(undefined))
  setClock('24h')
  expect(clockTime('2026-11-18T06:00:00Z', 'America/Chicago')).toBe('00:00')
  setClock('12h')
  expect(clockTime('2026-11-18T06:00:00Z', 'America/Chicago')).toBe('12:00 AM')
})

test.each([
  ['2026-11-17T08:00:00Z', '02:00'],
  ['2026-11-13T16:00:00Z', 'Friday'],
  ['2026-11-11T16:00:00Z', 'Wednesday'],
  ['2026-11-10T16:00:00Z', 'Nov 10'],
])('%s was on %s', (instant, text) => {
  setClock('24h')
  onTestFinished(() => setClock(undefined))
  expect(sinceText(instant, zone, now)).toBe(text)
})
