import type { Disposition } from '@eot/contract/alerts'
import { isSchoolHour } from '@eot/fleet/occupancy'
import { unit } from '@eot/fleet/seeded-noise'
import { siteClock } from '@eot/fleet/site-clock'
import { type Finding, findingsOf } from './review-findings.ts'

export interface PastAlert {
  id: string
  typeKey: string
  /** Whether it was steam. */
  isSteam: boolean
  deviceNo: number
  sitePath: string
  timeZone: string
  startedAt: Date
  endedAt: Date | null
}

export interface Reviewer {
  userId: string
  /** Path of the reviewer's site. They review alerts there and below. */
  sitePath: string
}

export interface AlertReview {
  alertId: string
  userId: string
  at: Date
  comment: string | null
  disposition: Disposition
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Of alerts more recent than this, half are confirmed. */
const recentMs = 24 * hourMs
const forgotten = 0.008

/** Salts that make the random draws independent of each other. */
const salts = { forgotten: 1, recent: 2, delay: 3, reviewer: 4, finding: 5 }

/**
 * Generates reviews of past alerts: most are confirmed within the hour, or the next morning if no one was there, and a
 * few never. The same alerts always get the same reviews.
 */
export function reviewAlerts(
  alerts: readonly PastAlert[],
  reviewers: readonly Reviewer[],
  nowMs: number,
): AlertReview[] {
  return alerts.flatMap((alert) => reviewOf(alert, reviewers, nowMs) ?? [])
}

function reviewOf(alert: PastAlert, reviewers: readonly Reviewer[], nowMs: number): AlertReview | undefined {
  const startMs = alert.startedAt.getTime()
  const draw = (salt: number) => unit(alert.deviceNo, salt, startMs)
  if (alert.endedAt === null || draw(salts.forgotten) < forgotten) return undefined
  if (nowMs - startMs < recentMs && draw(salts.recent) < 0.5) return undefined
  const atMs = noticedAt(startMs, alert.timeZone) + (2 + 38 * draw(salts.delay) ** 2) * minuteMs
  const userId = chooseReviewer(alert.sitePath, reviewers, draw(salts.reviewer))
  const finding = pick(findingsOf(alert.isSteam ? 'Steam' : alert.typeKey), draw(salts.finding))
  if (atMs >= nowMs || userId === undefined || !finding) return undefined
  const [comment, disposition] = finding
  return { alertId: alert.id, userId, at: new Date(Math.round(atMs)), comment, disposition }
}

/** When someone is there to notice: immediately during school hours, otherwise at the start of the next ones. */
function noticedAt(startMs: number, timeZone: string): number {
  const localAt = siteClock(timeZone)
  let atMs = startMs
  while (!isSchoolHour(localAt(atMs))) atMs = (Math.floor(atMs / (15 * minuteMs)) + 1) * 15 * minuteMs
  return atMs
}

/** Chooses the nearest reviewer in most cases, and sometimes one further up. */
function chooseReviewer(sitePath: string, reviewers: readonly Reviewer[], drawn: number): string | undefined {
  const above = reviewers
    .filter((reviewer) => sitePath.startsWith(reviewer.sitePath))
    .sort((a, b) => b.sitePath.length - a.sitePath.length)
  return above[Math.min(above.length - 1, drawn < 0.75 ? 0 : drawn < 0.95 ? 1 : 2)]?.userId
}

function pick(findings: readonly Finding[], drawn: number): Finding | undefined {
  return findings[Math.floor(drawn * findings.length)]
}
