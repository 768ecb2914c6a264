import { ingestLimits } from '@eot/contract/ingest'
import { withoutTimesAfter } from '../../alerts/index.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import type { Plan } from './plan.ts'

/**
 * Returns whether the time was stored while the server's clock was ahead. No other time can be this late, since device clocks
 * are limited.
 */
export const isFromAhead = (at: number | null, now: number): boolean =>
  at !== null && at > now + ingestLimits.skewMs

/** Called after the server's clock has gone back, so that alerts do not wait until it reaches the former times. */
export function forgetTimesAhead(device: DeviceEntry, plan: Plan, now: number): void {
  const { engine } = runtimeOf(device)
  for (const [typeKey, state] of engine) {
    const next = withoutTimesAfter(state, now)
    if (next === state) continue
    engine.set(typeKey, next)
    plan.engineChanged.add(device)
  }
}
