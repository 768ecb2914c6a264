import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart } from './chunk.ts'
import { listPartsOfMany } from './list-parts.queries.ts'
import type { DeviceRange, TimeRange } from './minute-gaps.ts'
import { addPart, type Part } from './part.ts'

/**
 * Lists the minutes of a sensor in each range, whether or not they are compact. They are in no particular order. Each minute is one
 * part, which includes late readings. Ranges must be shorter than a day. Outside of a snapshot, a minute that becomes
 * compact during the call may count twice.
 */
export async function listMinutesOf(
  execute: Execute,
  ranges: readonly DeviceRange[],
  key: SensorKey,
): Promise<Part[][]> {
  const found = ranges.map(() => new Map<number, Part>())
  const places = ranges.map((range, index) => ({ ...range, index }))
  for (const ofDay of Map.groupBy(places, ({ from }) => chunkStart(from)).values()) {
    const ofDevice = Map.groupBy(ofDay, ({ no }) => no)
    // All hours of a device and day are read at once, which is faster than reading each.
    const sources = [...ofDevice].map(([no, own]) => ({ no, ...spanOf(own) }))
    const { to } = spanOf(sources)
    const read = await listPartsOfMany(execute, 'minute', { sources, to }, [key])
    for (const { no, parts } of read)
      for (const range of ofDevice.get(no) ?? []) addParts(found[range.index], parts[0] ?? [], range)
  }
  return found.map((minutes) => [...minutes.values()])
}

const spanOf = (ranges: readonly TimeRange[]): TimeRange => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
})

function addParts(
  minutes: Map<number, Part> | undefined,
  parts: readonly Part[],
  { from, to }: DeviceRange,
): void {
  for (const part of parts) {
    if (part.start < from || part.start >= to) continue
    const known = minutes?.get(part.start)
    if (known) addPart(known, part)
    else minutes?.set(part.start, { ...part })
  }
}
