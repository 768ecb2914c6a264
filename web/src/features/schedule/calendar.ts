import type { ScheduleEntry } from '@eot/contract/schedule'
import { daysOf, isWholeDay } from '../../domain/windows/week-window.ts'

/** A part of a window in the calendar. Hours are 0 to 24. */
export interface Block {
  entry: ScheduleEntry
  start: number
  end: number
  /** The morning of a window that started the evening before. */
  fromDayBefore: boolean
  /** Continues after midnight. */
  runsOn: boolean
  /** Blocks at the same hours stand side by side: the place of this one, from 0, and how many places there are. */
  place: number
  places: number
}

/** Returns whether it applies at all hours of every day. */
export const isAlways = (entry: ScheduleEntry): boolean => isWholeDay(entry) && daysOf(entry).every(Boolean)

/** Returns the blocks of a weekday, 0 is Sunday, by start, without entries that apply at all hours of every day. */
export function blocksOf(entries: readonly ScheduleEntry[], day: number): Block[] {
  const parts = entries
    .filter((entry) => !isAlways(entry))
    .flatMap((entry) =>
      entry.Windows.filter(({ DayOfWeek }) => DayOfWeek === day).map(
        ({ StartTime, EndTime, FromDayBefore }) => ({
          entry,
          start: StartTime,
          end: EndTime,
          fromDayBefore: FromDayBefore,
          runsOn: !FromDayBefore && EndTime === 24 && entry.StartTime > entry.EndTime && entry.EndTime > 0,
        }),
      ),
    )
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  return groupsOf(parts).flatMap(placed)
}

type Part = Omit<Block, 'place' | 'places'>

/** Groups parts that overlap one another, directly or through others. */
function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  let end = -1
  for (const part of parts) {
    if (part.start >= end) groups.push([])
    groups.at(-1)?.push(part)
    end = Math.max(end, part.end)
  }
  return groups
}

function placed(group: readonly Part[]): Block[] {
  /** Where the last part in each place ends. */
  const ends: number[] = []
  const blocks = group.map((part) => {
    const free = ends.findIndex((end) => end <= part.start)
    const place = free === -1 ? ends.length : free
    ends[place] = part.end
    return { ...part, place }
  })
  return blocks.map((block) => ({ ...block, places: ends.length }))
}
