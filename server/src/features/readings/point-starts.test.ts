import { expect, test } from 'vitest'
import { pointStarts } from './point-starts.ts'

const at = (time: string) => Date.parse(`2026-11-${time}Z`)
/** Its minute, hour and day are open. */
const device = {
  no: 7,
  time_zone: 'Europe/Berlin',
  latest_at: new Date(at('20T12:34:30')),
  open_hour: null,
  open_day: null,
}
/** Midnight in Berlin. */
const [before, today] = [at('18T23:00:00'), at('19T23:00:00')]

test.each([
  // The end of the range, a reading, the day to which it belongs
  ['20T13:00:00', '20T12:34:30', today],
  ['20T13:00:00', '19T22:59:59', before],
  ['20T13:00:00', '18T22:59:59', undefined],
  // Days consist of hours: a whole one that starts within the range counts.
  ['19T10:10:00', '19T10:50:00', before],
  ['19T10:10:00', '19T11:00:00', undefined],
  ['20T11:10:00', '20T11:50:00', today],
  ['20T11:10:00', '20T12:00:00', undefined],
  // So does a whole minute of an open hour, and a reading of an open minute.
  ['20T12:20:20', '20T12:20:40', today],
  ['20T12:20:20', '20T12:21:00', undefined],
  ['20T12:34:10', '20T12:34:09', today],
  ['20T12:34:10', '20T12:34:10', undefined],
])('until %s, a reading of %s belongs to %s', (end, time, day) => {
  const range = { from: before, to: at(end) }
  const startOf = pointStarts([device], range, 'OneDay', 'Europe/Berlin')
  expect(startOf(7, at(time))).toBe(day ?? Number.NaN)
})

test('months consist of days, and an open one of hours', () => {
  const startUntil = (end: string) =>
    pointStarts([device], { from: at('01T00:00:00'), to: at(end) }, 'OneMonth', 'Europe/Berlin')
  const november = Date.parse('2026-10-31T23:00:00Z')
  expect(startUntil('19T10:00:00')(7, at('19T22:59:00'))).toBe(november)
  expect(startUntil('20T10:10:00')(7, at('20T10:59:00'))).toBe(november)
  expect(startUntil('20T10:10:00')(7, at('20T11:00:00'))).toBeNaN()
})

test('points begin in local time of the reader, buckets in that of the site', () => {
  const range = { from: at('19T00:00:00'), to: at('21T00:00:00') }
  const ofMumbai = { ...device, time_zone: 'Asia/Kolkata' }
  const startOf = pointStarts([ofMumbai], range, 'OneHour', 'UTC')
  // The hour at the site is from 10:30 to 11:30.
  expect(startOf(7, at('20T11:10:00'))).toBe(at('20T10:00:00'))
})
