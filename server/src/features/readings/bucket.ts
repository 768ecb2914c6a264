import { kindCount, noValues, type Values } from './sensor-columns.ts'

/**
 * Count, minimum, maximum and sum of each kind over one interval of one device. Plain arrays, since each device has twelve of
 * them: a typed array of this size takes 300 bytes more, and the garbage collector has to track its buffer.
 */
export interface Bucket {
  start: number
  /** The number of readings, whatever kinds they have. Only minutes need it: hours that were loaded start at 0. */
  readings: number
  counts: number[]
  mins: number[]
  maxs: number[]
  sums: number[]
}

export function newBucket(start: number): Bucket {
  return {
    start,
    readings: 0,
    counts: noValues().fill(0),
    mins: noValues().fill(Number.POSITIVE_INFINITY),
    maxs: noValues().fill(Number.NEGATIVE_INFINITY),
    sums: noValues().fill(0),
  }
}

/** Empties a bucket for the interval that begins at `start`. */
export function restart(bucket: Bucket, start: number): void {
  bucket.start = start
  bucket.readings = 0
  bucket.counts.fill(0)
  bucket.mins.fill(Number.POSITIVE_INFINITY)
  bucket.maxs.fill(Number.NEGATIVE_INFINITY)
  bucket.sums.fill(0)
}

export function addValues(bucket: Bucket, values: Values): void {
  const { counts, mins, maxs, sums } = bucket
  bucket.readings += 1
  for (let column = 0; column < kindCount; column += 1) {
    const value = values[column] as number // one per kind
    if (Number.isNaN(value)) continue
    counts[column] = (counts[column] as number) + 1
    sums[column] = (sums[column] as number) + value
    if (value < (mins[column] as number)) mins[column] = value
    if (value > (maxs[column] as number)) maxs[column] = value
  }
}

export function addBucket(target: Bucket, part: Bucket): void {
  for (let column = 0; column < kindCount; column += 1) {
    target.counts[column] = (target.counts[column] as number) + (part.counts[column] as number)
    target.sums[column] = (target.sums[column] as number) + (part.sums[column] as number)
    target.mins[column] = Math.min(target.mins[column] as number, part.mins[column] as number)
    target.maxs[column] = Math.max(target.maxs[column] as number, part.maxs[column] as number)
  }
}

/** Adds values of one kind. */
export function addPartTo(
  { counts, mins, maxs, sums }: Bucket,
  column: number,
  { count, min, max, sum }: { count: number; min: number; max: number; sum: number },
): void {
  counts[column] = (counts[column] as number) + count // one per kind, like the others
  sums[column] = (sums[column] as number) + sum
  mins[column] = Math.min(mins[column] as number, min)
  maxs[column] = Math.max(maxs[column] as number, max)
}

export const isEmpty = (bucket: Bucket): boolean => bucket.counts.every((count) => count === 0)
