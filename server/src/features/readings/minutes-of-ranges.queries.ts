import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { chunkStart } from './chunk.ts'
import type { DeviceRange } from './minute-gaps.queries.ts'
import { listPartsOfMany } from './parts-of-many.queries.ts'
import { addPart, type Part } from './series.ts'

/**
 * Lists the minutes of a sensor in each range, in no particular order, compact or not. Each minute is one part, including late
 * readings. Ranges must be shorter than a day. Outside of a snapshot, a minute that becomes compact in the meantime is read twice,
 * which does not change its mean, but not missed.
 */
export async function listMinutesOf(
  execute: Execute,
  ranges: readonly DeviceRange[],
  key: SensorKey,
): Promise<Part[][]> {
  const found = ranges.map(() => new Map<number, Part>())
  const places = ranges.map((range, index) => ({ ...range, index }))
  // By day, since a day of a device is one chunk.
  for (const sources of Map.groupBy(places, ({ from }) => chunkStart(from)).values()) {
    const ofDevice = Map.groupBy(sources, ({ no }) => no)
    const to = Math.max(...sources.map((range) => range.to))
    const read = await listPartsOfMany(execute, 'minute', { sources, to, isMerged: false }, [key])
    for (const { no, parts } of read)
      for (const range of ofDevice.get(no) ?? []) addParts(found[range.index], parts[0] ?? [], range)
  }
  return found.map((minutes) => [...minutes.values()])
}

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
