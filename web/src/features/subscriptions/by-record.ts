import type { DayWindow } from '@eot/contract/subscriptions'
import type { DayPart } from '../../domain/windows/week-window.ts'
import { compareTexts } from '../../texts/lists.ts'

/** The week of one subscription. */
export interface WeekRow {
  id: string
  name: string
  site: string
  /** Nobody is told until then. null: not paused. */
  pausedUntil: string | null
  parts: DayPart[]
}

/** Windows by subscription, sorted by name. An evening that a morning of the next day follows runs on past midnight. */
export function byRecord(windows: readonly DayWindow[]): WeekRow[] {
  const groups = [...Map.groupBy(windows, ({ Subscription }) => Subscription.Id).values()]
  return groups
    .flatMap(([first, ...others]) => (first ? [rowOf(first, [first, ...others])] : []))
    .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.site, b.site))
}

const rowOf = ({ Subscription, Site, PausedUntil }: DayWindow, windows: readonly DayWindow[]): WeekRow => ({
  id: Subscription.Id,
  name: Subscription.Name,
  site: Site.Name,
  pausedUntil: PausedUntil,
  parts: windows.map(({ DayOfWeek: day, StartTime: start, EndTime: end, FromDayBefore: fromDayBefore }) => ({
    day,
    start,
    end,
    fromDayBefore,
    runsOn:
      !fromDayBefore &&
      end === 24 &&
      windows.some((other) => other.FromDayBefore && other.DayOfWeek === (day + 1) % 7),
  })),
})
