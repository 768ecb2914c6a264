import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { listStoredParts } from './list-parts.queries.ts'

/**
 * Lists the highest or lowest value of a sensor in each stored minute of a device, oldest first. `at` is the start of the
 * minute in epoch ms.
 */
export async function listMinuteExtremes(
  execute: Execute,
  deviceNo: number,
  { sensor, isHigh }: { sensor: SensorKey; isHigh: boolean },
  range: { from: number; to: number },
): Promise<{ at: number; value: number }[]> {
  const [parts = []] = await listStoredParts(execute, 'minute', deviceNo, range, [sensor])
  const minutes = new Map<number, number>()
  for (const { start, min, max } of parts) {
    const known = minutes.get(start)
    const value = isHigh ? max : min
    minutes.set(start, known === undefined ? value : isHigh ? Math.max(known, value) : Math.min(known, value))
  }
  return [...minutes].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at)
}
