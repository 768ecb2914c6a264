import type { SensorKey } from '@eot/contract/vocabulary'
import { cellLength, type PointCells } from './point-cells.ts'

/** What a series was made of. All times in epoch ms. */
export interface DeviceHistory {
  /** The newest reading, which is included. */
  latestAt: number
  /** As in `SeriesDevice`: while this is the same, only newer readings can have been added. */
  changedAt: string
  timeZone: string
}

/** The points of a sensor of a device. */
export interface KnownSeries extends DeviceHistory {
  /** Points that start earlier are missing. */
  from: number
  cells: PointCells
}

/** Which points: those of another length are separate. */
interface SeriesName {
  no: number
  key: SensorKey
  interval: string
}

const hourMs = 3_600_000
/** Rows that someone changed by hand are noticed after this time at the latest. */
const longestKeptMs = hourMs
/** About 30 MB. */
const mostCells = 500_000
/** The keys and objects of a series take as much memory as this many cells. */
const cellsOfOverhead = 10

/** Series that were read recently, so that they are not read again. Forgets those that have not been used for the longest time. */
export class SeriesCache {
  /** undefined: not known yet. */
  isDistributed: boolean | undefined
  readonly #known = new Map<string, KnownSeries & { readAt: number }>()
  readonly #mostCells: number
  readonly #now: () => number
  #cells = 0

  /** `now` returns a time in ms that never goes back. */
  constructor(most = mostCells, now = () => performance.now()) {
    this.#mostCells = most
    this.#now = now
  }

  /** Returns whether series of so many points fit without replacing most others. */
  hasRoomFor(series: number, points: number): boolean {
    return series * (points + cellsOfOverhead) <= this.#mostCells / 4
  }

  find(name: SeriesName): KnownSeries | undefined {
    const key = keyOf(name)
    const series = this.#known.get(key)
    if (!series) return undefined
    this.#known.delete(key)
    if (series.readAt <= this.#now() - longestKeptMs) {
      this.#cells -= sizeOf(series)
      return undefined
    }
    this.#known.set(key, series)
    return series
  }

  /** Keeps a series that was read completely. */
  keep(name: SeriesName, series: KnownSeries): void {
    this.#replace(keyOf(name), { ...series, readAt: this.#now() })
  }

  /** Keeps a series to which newer readings were added. */
  update(name: SeriesName, series: KnownSeries): void {
    const known = this.#known.get(keyOf(name))
    if (known) this.#replace(keyOf(name), { ...series, readAt: known.readAt })
  }

  #replace(key: string, series: KnownSeries & { readAt: number }): void {
    this.#forget(key)
    this.#known.set(key, series)
    this.#cells += sizeOf(series)
    for (const oldest of this.#known.keys()) {
      if (this.#cells <= this.#mostCells) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const series = this.#known.get(key)
    if (!series) return
    this.#known.delete(key)
    this.#cells -= sizeOf(series)
  }
}

const keyOf = ({ no, key, interval }: SeriesName) => `${no}/${key}/${interval}`

const sizeOf = ({ cells }: KnownSeries) => cells.length / cellLength + cellsOfOverhead
