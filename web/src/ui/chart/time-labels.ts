import { dateFormat } from '../../texts/date-format.ts'
import { offsetAt } from '../../texts/zoned-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = {
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  minute: { hour: '2-digit', minute: '2-digit' },
  dated: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  date: { day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const format = (kind: keyof typeof formats, ms: number, timeZone: string): string =>
  dateFormat(timeZone, formats[kind]).format(ms)

/** The label of a tick, as precise as the step requires. Among hours, midnight shows the date. */
export function tickLabel(ms: number, stepMs: number, timeZone: string): string {
  const isDay = stepMs >= DAY || (stepMs >= HOUR && (ms + offsetAt(ms, timeZone)) % DAY === 0)
  return format(stepMs < MINUTE ? 'second' : isDay ? 'day' : 'minute', ms, timeZone)
}

/** Hours, minutes and seconds in the reader's 12-hour or 24-hour format. */
export const timeLabel = (ms: number, timeZone: string): string => format('second', ms, timeZone)

/** Returns the labels of instants in a chart: times of day, with the date if the chart is longer than a day. */
export const timeLabelsIn = ({ fromMs, toMs }: { fromMs: number; toMs: number }, timeZone: string) =>
  toMs - fromMs > DAY
    ? (ms: number) => format('dated', ms, timeZone)
    : (ms: number) => timeLabel(ms, timeZone)

/** A day within about two weeks, such as `Wed 11`. */
export const weekdayLabel = (ms: number, timeZone: string): string =>
  `${format('weekday', ms, timeZone)} ${format('date', ms, timeZone)}`
