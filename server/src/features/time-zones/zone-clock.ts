const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Offsets are cached by quarters of an hour, in which no zone changes its offset twice. */
const stepMs = 15 * minuteMs

/** Local wall-clock time of one IANA zone, fast enough to call for every reading. Instants are epoch ms. */
export class ZoneClock {
  /** By quarter. NaN: the offset changes within it, as in Casey at 0:01 local time in October 2020. */
  readonly #offsets = new Map<number, number>()
  readonly #format: Intl.DateTimeFormat

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
  }

  /** Returns local time minus UTC, in ms. */
  offsetAt(at: number): number {
    const step = Math.floor(at / stepMs)
    const offset = this.#offsets.get(step) ?? this.#keepOffset(step)
    return Number.isNaN(offset) ? this.#readOffset(at) : offset
  }

  #keepOffset(step: number): number {
    if (this.#offsets.size > 20_000) this.#offsets.clear()
    const first = this.#readOffset(step * stepMs)
    const isAllAlike = this.#readOffset((step + 1) * stepMs - minuteMs) === first
    const offset = isAllAlike ? first : Number.NaN
    this.#offsets.set(step, offset)
    return offset
  }

  #readOffset(at: number): number {
    const name = this.#format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
    const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name)
    if (!match) return 0
    const [, sign, hours, minutes, seconds] = match
    const size = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds ?? 0) * 1000
    return sign === '-' ? -size : size
  }

  minuteStart(at: number): number {
    return Math.floor(at / minuteMs) * minuteMs
  }

  hourStart(at: number): number {
    const offset = this.offsetAt(at)
    const start = Math.floor((at + offset) / hourMs) * hourMs - offset
    // An offset change within the hour begins a new bucket.
    return this.offsetAt(start) === offset ? start : this.#changeBetween(start, at)
  }

  /** Returns midnight of the local day, or the day's first instant if midnight is skipped. */
  dayStart(at: number): number {
    const offset = this.offsetAt(at)
    const localMidnight = Math.floor((at + offset) / dayMs) * dayMs
    for (const guess of [localMidnight - offset, localMidnight - this.offsetAt(localMidnight - offset)]) {
      if (guess <= at && guess + this.offsetAt(guess) === localMidnight) return guess
    }
    return this.#changeBetween(localMidnight - offset - hourMs, at)
  }

  /** Returns the first instant after `from` that has the offset of `to`. */
  #changeBetween(from: number, to: number): number {
    const offset = this.offsetAt(to)
    let start = Math.floor(to / stepMs) * stepMs
    if (this.offsetAt(start) !== offset) start += stepMs
    while (start - stepMs >= from && this.offsetAt(start - stepMs) === offset) start -= stepMs
    while (start - minuteMs >= from && this.offsetAt(start - minuteMs) === offset) start -= minuteMs
    return start
  }
}

const clocks = new Map<string, ZoneClock>()

export function zoneClock(timeZone: string): ZoneClock {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new ZoneClock(timeZone)
    clocks.set(timeZone, clock)
  }
  return clock
}
