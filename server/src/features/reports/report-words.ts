import type { Language } from '@eot/contract/languages'
import type { Measurement } from '@eot/contract/units'
import { textsIn } from '../../texts/texts.ts'
import type { Fact } from './report-facts.ts'
import type { Period } from './report-period.ts'

/** The language, units and clock of a person. */
export interface Reading {
  language: Language
  measurement: Measurement
  is24h: boolean
}

const unknown = '–'

export type ReportWords = ReturnType<typeof reportWords>

/** Formats figures, with times in a time zone. */
export function reportWords(reading: Reading, timeZone: string) {
  const { locale, reports: texts } = textsIn(reading.language)
  const formatAt = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const formatDay = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (day: string) => format.format(Date.parse(`${day}T12:00:00Z`))
  }
  const clock = {
    hour: reading.is24h ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: reading.is24h ? 'h23' : 'h12',
  } as const
  const clockTime = formatAt(clock)
  const dayOf = formatAt({ weekday: 'short', month: 'short', day: 'numeric' })
  const momentOf = formatAt({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', ...clock })
  const secondsOf = formatAt({ ...clock, second: '2-digit' })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const weekdays = formatDay({ weekday: 'short' })
  const monthDay = formatDay({ month: 'short', day: 'numeric' })
  const weekdayAndDay = formatDay({ weekday: 'short', month: 'short', day: 'numeric' })
  const month = formatDay({ month: 'long', year: 'numeric' })

  // 9 November 2026 is a Monday.
  const weekdayName = (weekday: number) =>
    weekdays(`2026-11-${String(9 + ((weekday + 6) % 7)).padStart(2, '0')}`)

  function period({ firstDay, lastDay }: Period, named: 'Week' | 'Month' | null): string {
    if (named === 'Month') return month(firstDay)
    const days = texts.days(firstDay, lastDay, monthDay)
    return named === 'Week' ? texts.week(isoWeek(firstDay), days) : days
  }

  return {
    reading,
    texts,
    period,
    weekday: weekdayName,
    day: weekdayAndDay,
    shortDay: (day: string) => `${weekdays(day)} ${Number(day.slice(8))}`,
    clockTime: (at: number) => tidy(clockTime.format(at)),
    moment: (at: string) => tidy(momentOf.format(Date.parse(at))),

    measure(value: number | null, unit: string): string {
      if (value === null || !Number.isFinite(value)) return unknown
      const size = Math.abs(value)
      const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)}${unit && ` ${unit}`}`
    },

    fact(fact: Exclude<Fact, { as: 'measure' | 'said' }>): string {
      if (fact.value === null) return unknown
      switch (fact.as) {
        case 'text':
          return fact.value
        case 'phrase':
          return texts.phrase(fact.value)
        case 'count':
          return numbers.format(fact.value)
        case 'change':
          return fact.value === 0
            ? '0'
            : `${fact.value > 0 ? '+' : '−'}${numbers.format(Math.abs(fact.value))}`
        case 'number':
          return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(fact.value)
        case 'hour':
          return `${weekdayName(Math.floor(fact.value / 24))} ${hourName(fact.value % 24, reading)}`
        case 'share':
          return shareText(fact.value, fact.digits ?? 0)
        case 'duration':
          return durationText(fact.value)
        case 'time':
          return `${dayOf.format(Date.parse(fact.value))}, ${tidy(clockTime.format(Date.parse(fact.value)))}`
        case 'day':
          return weekdayAndDay(fact.value)
        case 'moment':
          return tidy(secondsOf.format(Date.parse(fact.value)))
      }
    },
  }
}

/** Times have the format 8:41 PM in any language. */
const tidy = (time: string): string =>
  time.replace(/\s([ap])\.\s?m\./i, (_, half: string) => ` ${half.toUpperCase()}M`)

export function hourName(hour: number, { is24h }: Pick<Reading, 'is24h'>): string {
  return is24h ? `${hour}:00` : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Never rounds up to all or down to none. */
function shareText(value: number, digits: number): string {
  const step = 10 ** (digits + 2)
  const rounded = Math.round(value * step)
  const kept = value < 1 && rounded === step ? step - 1 : value > 0 && rounded === 0 ? 1 : rounded
  return `${((kept / step) * 100).toFixed(digits)}%`
}

/** Returns the two largest units: 45 s, 5 min 12 s, 2 h 20 min, 3 d 4 h. */
export function durationText(seconds: number): string {
  // Seconds are insignificant from ten minutes on.
  const whole = seconds < 600 ? Math.round(seconds) : 60 * Math.round(seconds / 60)
  if (whole < 60) return `${whole} s`
  const [large, small, names] =
    whole < 3600
      ? [Math.floor(whole / 60), whole % 60, ['min', 's']]
      : whole < 86_400
        ? [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), ['h', 'min']]
        : [Math.floor(whole / 86_400), Math.floor((whole % 86_400) / 3600), ['d', 'h']]
  return small === 0 ? `${large} ${names[0]}` : `${large} ${names[0]} ${small} ${names[1]}`
}

/** Returns the ISO 8601 week of a Monday. */
function isoWeek(monday: string): number {
  const thursday = Date.parse(`${monday}T00:00:00Z`) + 3 * 86_400_000
  const year = new Date(thursday).getUTCFullYear()
  return Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1
}
