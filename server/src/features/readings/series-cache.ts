import { type Interval, intervals } from '@eot/contract/sensors'
import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { cellLength, type PointCells } from './point-cells.ts'

/** The readings that a series covers. All times in epoch ms. */
export interface DeviceHistory {
  /** Time of the newest reading. */
  latestAt: number
  /** `history_changed_at` of the device. As long as it stays the same, only newer readings have been added. */
  changedAt: string
  timeZone: string
}

/** The points of a sensor of a device. */
export interface KnownSeries extends DeviceHistory {
  /** Where the series begins. Points before this time were not read. */
  from: number
  cells: PointCells
}

/** Both times as `now` returns them. */
interface KeptSeries extends KnownSeries {
  /** When it was read completely. */
  readAt: number
  /** When it was moved to the end. */
  usedAt: number
}

/** Identifies a series. Each interval has its own. */
interface SeriesName {
  no: number
  key: SensorKey
  interval: Interval
}

const hourMs = 3_600_000
/** After this time, a series is read again from the database, in case someone has changed rows by hand. */
const longestKeptMs = hourMs
/** A series that is requested again within this time keeps its place. Moving 1,000 series would rebuild the hash table. */
const usedTogetherMs = 10_000
/** The size of the cache, in cells. With the points computed from the cells, and their JSON, this takes about 45 MB. */
const mostCells = 250_000
/** The memory that each series takes besides its cells, in cells. */
const cellsOfOverhead = 6

/** Keeps series that were read recently. When it is full, it drops the least recently used ones. */
export class SeriesCache {
  /** Whether the database is a Citus cluster. undefined: not checked yet. */
  isDistributed: boolean | undefined
  /** In the order in which they were last requested, give or take `usedTogetherMs`. */
  readonly #known = new Map<number, KeptSeries>()
  readonly #mostCells: number
  readonly #now: () => number
  #cells = 0

  /** `now` returns a monotonic time in ms. */
  constructor(most = mostCells, now = () => performance.now()) {
    this.#mostCells = most
    this.#now = now
  }

  /** Returns whether a request may use the cache: its series, with this many points each, must fit into half of it. */
  hasRoomFor(series: number, points: number): boolean {
    return series * (points + cellsOfOverhead) <= this.#mostCells / 2
  }

  find(name: SeriesName): KnownSeries | undefined {
    const key = keyOf(name)
    const series = this.#known.get(key)
    if (!series) return undefined
    if (series.readAt <= this.#now() - longestKeptMs) {
      this.#forget(key)
      return undefined
    }
    if (series.usedAt <= this.#now() - usedTogetherMs) this.#moveToEnd(key, series)
    return series
  }

  /** Stores a series that was read completely. */
  keep(name: SeriesName, series: KnownSeries): void {
    this.#replace(keyOf(name), { ...series, readAt: this.#now(), usedAt: this.#now() })
  }

  /**
   * Replaces `known` with a series that has newer readings too, unless another request has replaced it in the meantime. The new one
   * still expires an hour after it was read completely.
   */
  update(name: SeriesName, known: KnownSeries, series: KnownSeries): void {
    const stored = this.#known.get(keyOf(name))
    if (stored && stored === known)
      this.#replace(keyOf(name), { ...series, readAt: stored.readAt, usedAt: this.#now() })
  }

  #moveToEnd(key: number, series: KeptSeries): void {
    this.#known.delete(key)
    this.#known.set(key, series)
    series.usedAt = this.#now()
  }

  #replace(key: number, series: KeptSeries): void {
    this.#forget(key)
    this.#known.set(key, series)
    this.#cells += sizeOf(series)
    for (const oldest of this.#known.keys()) {
      if (this.#cells <= this.#mostCells) break
      this.#forget(oldest)
    }
  }

  #forget(key: number): void {
    const series = this.#known.get(key)
    if (!series) return
    this.#known.delete(key)
    this.#cells -= sizeOf(series)
  }
}

/** A number, which is faster to look up than text: a request may have thousands of series. */
const keyOf = ({ no, key, interval }: SeriesName) =>
  (no * sensorKeys.length + sensorKeys.indexOf(key)) * intervals.length + intervals.indexOf(interval)

const sizeOf = ({ cells }: KnownSeries) => cells.length / cellLength + cellsOfOverhead
