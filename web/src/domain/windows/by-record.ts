import type { DayWindow } from '@eot/contract/subscriptions'
import { compareTexts } from '../../texts/lists.ts'
import type { DayPart } from './week-window.ts'

/** One window of a day, of a subscription or a webhook event. */
export type RecordWindow = Pick<
  DayWindow,
  'DayOfWeek' | 'StartTime' | 'EndTime' | 'FromDayBefore' | 'Site' | 'PausedUntil'
> & { Record: DayWindow['Site'] }

/** The week of one record. */
export interface WeekRow {
  id: string
  name: string
  site: string
  /** Nobody is notified until then. null: not paused. */
  pausedUntil: string | null
  parts: DayPart[]
}

/** Groups windows by record, sorted by name. An evening that is followed by a morning continues past midnight. */
export function byRecord(windows: readonly RecordWindow[]): WeekRow[] {
  const groups = [...Map.groupBy(windows, ({ Record }) => Record.Id).values()]
  return groups
    .flatMap(([first, ...others]) => (first ? [rowOf(first, [first, ...others])] : []))
    .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.site, b.site))
}

const rowOf = ({ Record, Site, PausedUntil }: RecordWindow, windows: readonly RecordWindow[]): WeekRow => ({
  id: Record.Id,
  name: Record.Name,
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
