import type { Execute } from '../../../platform/db/execute.queries.ts'
import { type EndedAlerts, endOpenAlerts } from '../../alerts/index.ts'
import type { NewEvent } from '../../events/index.ts'
import { resetEngine } from './device-states.queries.ts'

/**
 * Ends open alerts of devices in the transaction that changes these devices. First locks their states and increments the
 * versions, so that results the device writer has computed from the former state are discarded and computed again. Returns the
 * events to append at the end of the transaction.
 */
export async function endDeviceAlerts(execute: Execute, ends: EndedAlerts): Promise<NewEvent[]> {
  await resetEngine(execute, ends)
  const ended = await endOpenAlerts(execute, ends)
  return ended.map(({ id, deviceId, sitePath, endedAt }) => ({
    kind: 'AlertEnded',
    at: endedAt,
    sitePath,
    deviceId,
    alertId: id,
  }))
}
