import { dateFormat } from '../../texts/date-format.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const formats = {
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  minute: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  date: { day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const format = (kind: keyof typeof formats, ms: number, timeZone: string): string =>
  dateFormat(timeZone, formats[kind]).format(ms)

/** The label of a tick, as precise as the step requires. */
export function tickLabel(ms: number, stepMs: number, timeZone: string): string {
  return format(stepMs < MINUTE ? 'second' : stepMs < DAY ? 'minute' : 'day', ms, timeZone)
}

/** Hours, minutes and seconds in the reader's 12-hour or 24-hour format. */
export const timeLabel = (ms: number, timeZone: string): string => format('second', ms, timeZone)

/** A day within about two weeks, such as `Wed 11`. */
export const weekdayLabel = (ms: number, timeZone: string): string =>
  `${format('weekday', ms, timeZone)} ${format('date', ms, timeZone)}`
