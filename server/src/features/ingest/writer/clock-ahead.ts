import { ingestLimits } from '@eot/contract/ingest'
import { withoutTimesAfter } from '../../alerts/index.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import type { Plan } from './plan.ts'

/**
 * Whether the time was stored while the clock of the server was ahead. No other can be so late: the clock of a device is
 * not believed beyond this.
 */
export const isFromAhead = (at: number | null, now: number): boolean =>
  at !== null && at > now + ingestLimits.skewMs

/** After the clock of the server has gone back: alerts do not wait until it reaches the times of before. */
export function forgetTimesAhead(device: DeviceEntry, plan: Plan, now: number): void {
  const { engine } = runtimeOf(device)
  for (const [typeKey, state] of engine) {
    const next = withoutTimesAfter(state, now)
    if (next === state) continue
    engine.set(typeKey, next)
    plan.engineChanged.add(device)
  }
}
