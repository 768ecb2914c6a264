import { mostAheadMs } from '../devices/arrival.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import type { Input, ReadingInput } from './input.ts'
import { StateConflict } from './state-conflict.ts'

/**
 * Moves samples without a time that have the time of another one, which another process received in the same millisecond. Later
 * ones of the device in this batch move as well, so that their order stays. Throws `StateConflict`, so that the batch is written
 * again.
 */
export function separateArrivals(contradictions: readonly ReadingInput[], batch: readonly Input[]): void {
  const blocked = new Set(contradictions.filter(mayMove))
  if (blocked.size === 0) return
  const shifts = new Map<DeviceEntry, number>()
  for (const input of batch) {
    if (input.kind !== 'reading' || !input.isArrivalTime) continue
    const { device } = input
    if (blocked.has(input) && !shifts.has(device)) shifts.set(device, shiftOf(input))
    input.at += shifts.get(device) ?? 0
  }
  throw new StateConflict()
}

const mayMove = ({ isArrivalTime, at, receivedAt }: ReadingInput): boolean =>
  isArrivalTime === true && at - receivedAt < mostAheadMs

/** The newest reading is most likely the last one that arrived; behind it everything is free. */
function shiftOf({ device, at, receivedAt }: ReadingInput): number {
  const { latestAt } = runtimeOf(device)
  return latestAt > at && latestAt - receivedAt < mostAheadMs ? latestAt + 1 - at : 1
}
