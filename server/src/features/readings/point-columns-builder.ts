import { PointColumns } from '@eot/contract/columnar-series'
import type { Point } from '@eot/contract/sensors'
import { meanOf, type Part } from './part.ts'
import { recentCounts, recentTimes } from './shared-columns.ts'

/** Collects the points of a series in chronological order. */
export class PointColumnsBuilder {
  readonly #times: number[] = []
  readonly #means: number[] = []
  readonly #mins: number[] = []
  readonly #maxs: number[] = []
  readonly #counts: number[] = []
  #areSingle = true

  add(start: number, part: Omit<Part, 'start'>): void {
    this.#times.push(start)
    this.#means.push(meanOf(part))
    this.#mins.push(part.min)
    this.#maxs.push(part.max)
    this.#counts.push(part.count)
    if (part.count !== 1) this.#areSingle = false
  }

  finish(): PointColumns<Point> {
    // The mean, minimum and maximum of a single value are the same: the column is serialized once.
    const [mins, maxs] = this.#areSingle ? [this.#means, this.#means] : [this.#mins, this.#maxs]
    const [times, counts] = [recentTimes.shared(this.#times), recentCounts.shared(this.#counts)]
    return new PointColumns([times, this.#means, mins, maxs, counts])
  }
}
