import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Level } from './level.ts'
import { addPart, type Part } from './part.ts'
import { type PartsWanted, readPartsOfMany } from './parts-of-many.queries.ts'

interface PartsOfDevice {
  no: number
  /** By key. */
  parts: Part[][]
}

/**
 * Reads the same as `readPartsOfMany`, and returns objects, in one list per key. Consecutive parts of a bucket, such as the readings
 * of an open bucket, are added up. Other parts of the same bucket stay separate.
 */
export async function listPartsOfMany(
  execute: Execute,
  level: Level | 'reading',
  wanted: Omit<PartsWanted, 'isMerged'>,
  keys: readonly SensorKey[],
): Promise<PartsOfDevice[]> {
  const byDevice = new Map<number, Part[][]>()
  const partsOf = (no: number) => {
    const parts = byDevice.get(no) ?? keys.map(() => [])
    byDevice.set(no, parts)
    return parts
  }
  const each = { ...wanted, isMerged: false }
  await readPartsOfMany(
    execute,
    level,
    each,
    keys,
    (index, { nos, starts }, { counts, mins, maxs, sums }) => {
      // Every column has one number per part.
      for (let place = 0; place < nos.length; place += 1) {
        const count = counts[place] as number
        if (count === 0) continue
        const part = {
          start: starts[place] as number,
          count,
          min: mins[place] as number,
          max: maxs[place] as number,
          sum: sums[place] as number,
        }
        const parts = partsOf(nos[place] as number)[index]
        const last = parts?.at(-1)
        if (last?.start === part.start) addPart(last, part)
        else parts?.push(part)
      }
    },
  )
  return [...byDevice].map(([no, parts]) => ({ no, parts }))
}

/** Lists the buckets of a device that start in [from, to), for each key. Several parts may belong to the same bucket. */
export async function listStoredParts(
  execute: Execute,
  level: Level,
  deviceNo: number,
  { from, to }: { from: number; to: number },
  keys: readonly SensorKey[],
): Promise<Part[][]> {
  const [found] = await listPartsOfMany(execute, level, { sources: [{ no: deviceNo, from }], to }, keys)
  return found?.parts ?? keys.map(() => [])
}
