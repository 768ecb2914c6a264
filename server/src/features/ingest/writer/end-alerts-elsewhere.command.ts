import { alertTypes } from '@eot/contract/vocabulary'
import type { Execute } from '../../../platform/db/execute.queries.ts'
import { type EndedAlerts, listAlertsAtOwnSite } from '../../alerts/index.ts'
import type { NewEvent } from '../../events/index.ts'
import { holdStates } from './device-states.queries.ts'
import { endDeviceAlerts } from './end-device-alerts.command.ts'

/**
 * Ends the alerts that moved devices left open at other sites, after the move has been committed. Alerts raised at their
 * current site since then stay open. Returns the events to append at the end of the transaction.
 */
export async function endAlertsElsewhere(
  execute: Execute,
  { deviceNos, ...ends }: Omit<EndedAlerts, 'typeKeys'>,
): Promise<NewEvent[]> {
  await holdStates(execute, deviceNos)
  const staying = Map.groupBy(await listAlertsAtOwnSite(execute, deviceNos), ({ deviceNo }) => deviceNo)
  const others = deviceNos.filter((deviceNo) => !staying.has(deviceNo))
  const events = await endDeviceAlerts(execute, { ...ends, deviceNos: others, typeKeys: null })
  for (const [deviceNo, alerts] of staying) {
    const kept = new Set(alerts.map(({ typeKey }) => typeKey))
    const typeKeys = alertTypes.flatMap(({ Key }) => (kept.has(Key) ? [] : [Key]))
    events.push(...(await endDeviceAlerts(execute, { ...ends, deviceNos: [deviceNo], typeKeys })))
  }
  return events
}
