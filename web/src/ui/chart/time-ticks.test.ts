import { describe, expect, test } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const minutes = (n: number) => n * 60_000

function wallTimes(from: string, to: string, count: number, timeZone: string): string[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return timeTicks(utc(from), utc(to), count, timeZone).at.map((ms) => clock.format(ms))
}

describe('time ticks', () => {
  test('a range of ten minutes has ticks every two, on even minutes of local time', () => {
    const ticks = timeTicks(utc('2026-11-20T10:32:16'), utc('2026-11-20T10:42:16'), 5, 'America/Chicago')
    expect(ticks.stepMs).toBe(minutes(2))
    expect(ticks.at[0]).toBe(utc('2026-11-20T10:34:00'))
    expect(ticks.at).toHaveLength(5)
  })

  test('a time zone offset by three quarters of an hour has ticks on its own round minutes', () => {
    expect(wallTimes('2026-11-20T10:00:00', '2026-11-20T11:00:00', 6, 'Asia/Kathmandu')).toEqual([
      '20, 15:50',
      '20, 16:00',
      '20, 16:10',
      '20, 16:20',
      '20, 16:30',
      '20, 16:40',
    ])
  })

  test('a day of 23 hours keeps its ticks on round local hours', () => {
    expect(wallTimes('2026-03-28T23:00:00', '2026-03-29T21:59:59', 8, 'Europe/Berlin')).toEqual([
      '29, 00:00',
      '29, 03:00',
      '29, 06:00',
      '29, 09:00',
      '29, 12:00',
      '29, 15:00',
      '29, 18:00',
      '29, 21:00',
    ])
  })

  test('a day of 25 hours keeps its ticks on round local hours', () => {
    expect(wallTimes('2026-10-24T22:00:00', '2026-10-25T22:59:59', 9, 'Europe/Berlin')).toEqual([
      '25, 00:00',
      '25, 03:00',
      '25, 06:00',
      '25, 09:00',
      '25, 12:00',
      '25, 15:00',
      '25, 18:00',
      '25, 21:00',
    ])
  })

  test('an hour that occurs twice has one tick', () => {
    expect(wallTimes('2026-10-24T23:00:00', '2026-10-25T03:00:00', 4, 'Europe/Berlin')).toEqual([
      '25, 01:00',
      '25, 02:00',
      '25, 03:00',
      '25, 04:00',
    ])
  })

  test('a day without midnight has its tick at its first moment', () => {
    expect(wallTimes('2026-09-04T12:00:00', '2026-09-08T12:00:00', 4, 'America/Santiago')).toEqual([
      '05, 00:00',
      '06, 01:00',
      '07, 00:00',
      '08, 00:00',
    ])
  })

  test('a midnight that occurs twice has one tick', () => {
    expect(wallTimes('2026-10-30T12:00:00', '2026-11-03T12:00:00', 4, 'America/Havana')).toEqual([
      '31, 00:00',
      '01, 00:00',
      '02, 00:00',
      '03, 00:00',
    ])
  })

  test('a midnight one minute before the clock goes back has one tick', () => {
    expect(wallTimes('2010-11-05T12:00:00', '2010-11-09T12:00:00', 4, 'America/St_Johns')).toEqual([
      '06, 00:00',
      '07, 00:00',
      '08, 00:00',
      '09, 00:00',
    ])
  })

  test('weeks start on Monday', () => {
    const { at, stepMs } = timeTicks(utc('2026-11-01T00:00:00'), utc('2026-11-29T00:00:00'), 4, 'UTC')
    expect(stepMs).toBe(7 * 86_400_000)
    expect(at.map((ms) => new Date(ms).getUTCDay())).toEqual([1, 1, 1, 1])
  })

  test('an edge that is a round time has a tick', () => {
    const { at } = timeTicks(utc('2026-11-20T10:00:00'), utc('2026-11-20T11:00:00'), 6, 'UTC')
    expect(at[0]).toBe(utc('2026-11-20T10:00:00'))
    expect(at.at(-1)).toBe(utc('2026-11-20T11:00:00'))
  })
})
