import { expect, test } from 'vitest'
import { type PastAlert, reviewAlerts } from './review-alerts.ts'

const hourMs = 3_600_000
const nowMs = Date.parse('2026-11-20T18:00:00Z')
const reviewers = [
  { userId: 'district', sitePath: 'r/d/' },
  { userId: 'school', sitePath: 'r/d/s/' },
  { userId: 'elsewhere', sitePath: 'r/d/t/' },
]

function alertAt(startMs: number, more: Partial<PastAlert> = {}): PastAlert {
  return {
    id: `alert ${startMs}`,
    typeKey: 'Vape',
    isSteam: false,
    deviceNo: 7,
    sitePath: 'r/d/s/',
    timeZone: 'America/Chicago',
    startedAt: new Date(startMs),
    endedAt: new Date(startMs + 60_000),
    ...more,
  }
}

/** One alert every 37 minutes for 60 days, up to a day ago. */
const old = Array.from({ length: 2300 }, (_, n) => alertAt(nowMs - 25 * hourMs - n * 37 * 60_000))
const reviews = reviewAlerts(old, reviewers, nowMs)

test('nearly all past alerts are confirmed, some with a comment and some without', () => {
  expect(reviews.length / old.length).toBeGreaterThan(0.95)
  expect(reviews.length).toBeLessThan(old.length)
  expect(new Set(reviews.map(({ disposition }) => disposition))).toEqual(
    new Set(['Real', 'False', 'Unknown']),
  )
  const silent = reviews.filter(({ comment }) => comment === null)
  expect(silent.length).toBeGreaterThan(100)
  expect(silent.length).toBeLessThan(reviews.length / 2)
})

test('the same alerts get the same reviews', () => {
  expect(reviewAlerts(old, reviewers, nowMs)).toEqual(reviews)
})

test('an alert is confirmed by someone at its site or above, usually the nearest', () => {
  const by = (userId: string) => reviews.filter((review) => review.userId === userId).length
  expect(by('elsewhere')).toBe(0)
  expect(by('district')).toBeGreaterThan(100)
  expect(by('school')).toBeGreaterThan(2 * by('district'))
  expect(reviewAlerts(old, reviewers.slice(2), nowMs)).toEqual([])
})

test('an alert is confirmed within the hour by day, and otherwise at the start of the next workday', () => {
  const confirmedAfterMs = (start: string) => {
    const [review] = reviewAlerts([alertAt(Date.parse(start))], reviewers, nowMs)
    return (review?.at.getTime() ?? Number.NaN) - Date.parse(start)
  }
  expect(confirmedAfterMs('2026-11-18T10:00:00-06:00')).toBeLessThanOrEqual(hourMs)
  expect(confirmedAfterMs('2026-11-18T10:00:00-06:00')).toBeGreaterThan(0)
  const saturday = confirmedAfterMs('2026-11-14T12:00:00-06:00')
  expect(saturday).toBeGreaterThanOrEqual(43.5 * hourMs)
  expect(saturday).toBeLessThan(44.5 * hourMs)
})

test('ongoing alerts, and those due for confirmation in the future, are not confirmed', () => {
  expect(
    reviewAlerts([alertAt(old[0]?.startedAt.getTime() ?? 0, { endedAt: null })], reviewers, nowMs),
  ).toEqual([])
  const recent = Array.from({ length: 400 }, (_, n) => alertAt(nowMs - n * 180_000))
  const confirmed = reviewAlerts(recent, reviewers, nowMs)
  expect(confirmed.filter(({ at }) => at.getTime() >= nowMs)).toEqual([])
  expect(confirmed.length).toBeGreaterThan(50)
  expect(confirmed.length).toBeLessThan(250)
})
