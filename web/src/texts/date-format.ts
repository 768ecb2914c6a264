import { shownLocale } from './language.ts'

export type Clock = '12h' | '24h'

export type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

const formats = new Map<string, DateFormat>()
let chosen: Clock | undefined

/** Sets 12-hour or 24-hour format for all times formatted from now on. undefined: as in the browser's locale. */
export function setClock(clock: Clock | undefined): void {
  chosen = clock
  formats.clear()
}

/** The time format of the browser's locale. */
export function localeClock(): Clock {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return hour12 ? '12h' : '24h'
}

/** Returns the 12-hour or 24-hour format in which this user sees times. */
export const shownClock = (): Clock => chosen ?? localeClock()

/**
 * A format in the locale of the language shown, cached by zone and options. In every locale and whatever `hour` requests, times
 * look like 8:41 PM or 20:41: 12-hour times have no leading zero, an ordinary space and capital letters.
 */
export function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const key = `${shownLocale()} ${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = options.hour
    ? timeFormat(timeZone, options)
    : new Intl.DateTimeFormat(shownLocale(), { timeZone, ...options })
  formats.set(key, made)
  return made
}

function timeFormat(timeZone: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const isHalfDay = (chosen ?? localeClock()) === '12h'
  const locale = shownLocale()
  const format = new Intl.DateTimeFormat(locale, {
    ...options,
    timeZone,
    hour: isHalfDay ? 'numeric' : '2-digit',
    ...((chosen ?? locale) && { hourCycle: isHalfDay ? 'h12' : 'h23' }),
  })
  return {
    format: (date) => (isHalfDay ? tidyDayPeriod(format.format(date)) : format.format(date)),
    formatToParts: (date) => format.formatToParts(date),
  }
}

/** Turns "8:41 pm", "8:41 p. m." and variants with a narrow or no-break space into "8:41 PM". */
export function tidyDayPeriod(text: string): string {
  return text.replace(
    /(\d)\s*([ap])\.?\s?m\b\.?/i,
    (_, digit: string, half: string) => `${digit} ${half.toUpperCase()}M`,
  )
}
