import { CopyEncoder } from '@eot/server/platform/db/copy-encoder'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { kindCount, readingsJson, SensorWalk, seededRandom } from './sensor-walk.ts'

/** The same rows for both sides, as NDJSON and as binary COPY. */
export interface BulkSegment {
  rows: number
  /** Request bodies per gateway, in order of time. */
  lanes: Buffer[][]
  /** COPY data in parts of 10,000 rows, and of all rows at once. */
  copyParts: CopyEncoder[]
  copyWhole: CopyEncoder
}

export interface BulkPlan {
  devices: readonly PortalDevice[]
  lanes: number
  intervalMs: number
  rowsPerRequest: number
}

const rowsPerCopy = 10_000
const rowBytes = 40 + kindCount * 8

/** Generates the reports of many devices, each every `intervalMs`. Each segment continues the previous one. */
export class BulkSource {
  readonly #plan: BulkPlan
  readonly #walks: SensorWalk[]
  readonly #random = seededRandom(77)
  #at: number

  constructor(plan: BulkPlan, startAt: number) {
    this.#plan = plan
    this.#walks = plan.devices.map((_, index) => new SensorWalk(index + 1))
    this.#at = startAt
  }

  /** `disorder` is the share of rows sent twice; the same share is sent late. */
  next(steps: number, disorder = 0): BulkSegment {
    const { devices, lanes, rowsPerRequest } = this.#plan
    const lines: string[][] = Array.from({ length: lanes }, () => [])
    const copyParts: CopyEncoder[] = []
    const copyWhole = new CopyEncoder(steps * devices.length * rowBytes)
    for (let step = 0; step < steps; step += 1) {
      this.#walks.forEach((walk, index) => {
        const values = walk.next()
        const line = `{"mac":"${devices[index]?.mac}","at":${this.#at},"readings":${readingsJson(values)}}\n`
        lines[index % lanes]?.push(line)
        encode(copyWhole, index, this.#at, values)
        const last = copyParts.at(-1)
        const part = last && last.rows < rowsPerCopy ? last : new CopyEncoder(rowsPerCopy * rowBytes)
        if (part !== last) copyParts.push(part)
        encode(part, index, this.#at, values)
      })
      this.#at += this.#plan.intervalMs
    }
    return {
      rows: steps * devices.length,
      lanes: lines.map((lane) =>
        bodiesOf(disorder > 0 ? this.#disturb(lane, disorder) : lane, rowsPerRequest),
      ),
      copyParts,
      copyWhole,
    }
  }

  /** Moves late rows back by up to a few minutes within their lane; duplicates follow within the same time. */
  #disturb(lane: readonly string[], share: number): string[] {
    const reach = Math.min(lane.length / 4, 20_000)
    const placed = lane.flatMap((line, place): [number, string][] => {
      const later = () => place + 1 + this.#random() * reach
      const own: [number, string] = [this.#random() < share ? later() : place, line]
      return this.#random() < share ? [own, [Math.max(own[0], later()), line]] : [own]
    })
    return placed.sort(([a], [b]) => a - b).map(([, line]) => line)
  }
}

function bodiesOf(lines: readonly string[], rowsPerRequest: number): Buffer[] {
  const bodies: Buffer[] = []
  for (let from = 0; from < lines.length; from += rowsPerRequest) {
    bodies.push(Buffer.from(lines.slice(from, from + rowsPerRequest).join('')))
  }
  return bodies
}

/** Columns of the bare table: instant, device, values. */
function encode(rows: CopyEncoder, device: number, at: number, values: Float64Array): void {
  rows.row(2 + kindCount, rowBytes)
  rows.instant(at)
  rows.int4(device)
  for (const value of values) rows.float4(value)
}
