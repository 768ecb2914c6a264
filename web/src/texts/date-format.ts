export type Clock = '12h' | '24h'

const formats = new Map<string, Intl.DateTimeFormat>()
let hourCycle: 'h12' | 'h23' | undefined

/** The clock of every time that is shown from now on; undefined: the one of the browser's locale. */
export function setClock(clock: Clock | undefined): void {
  hourCycle = clock && (clock === '12h' ? 'h12' : 'h23')
  formats.clear()
}

/** The clock of the browser's locale. */
export function localeClock(): Clock {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  return hour12 ? '12h' : '24h'
}

/** A format in the browser's locale; made once for each zone and options. */
export function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(undefined, { timeZone, ...(hourCycle && { hourCycle }), ...options })
  formats.set(key, made)
  return made
}
