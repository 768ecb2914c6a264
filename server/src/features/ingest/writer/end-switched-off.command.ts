import type { Execute } from '../../../platform/db/execute.queries.ts'
import { type Concerned, listSwitchedOff } from '../../alerts/index.ts'
import type { NewEvent } from '../../events/index.ts'
import { holdStates } from './device-states.queries.ts'
import { endDeviceAlerts } from './end-device-alerts.command.ts'

/**
 * Ends the open alerts whose rule is off, in the transaction that has changed rules, models or devices. Returns the events to
 * append at its end. Readings of the devices with such alerts wait until the commit.
 */
export async function endSwitchedOff(
  execute: Execute,
  concerned: Concerned,
  { at, userId }: { at: Date; userId: string },
): Promise<NewEvent[]> {
  const found = await listSwitchedOff(execute, concerned)
  if (found.length === 0) return []
  // All at once: if locked type by type, devices with several alerts would be locked out of order, and could deadlock.
  await holdStates(
    execute,
    found.map(({ deviceNo }) => deviceNo),
  )
  // Read again: while this waited for the locks, a device may have moved to a site where the rule is on.
  const held = new Set(found.map(({ deviceNo }) => deviceNo))
  const alerts = (await listSwitchedOff(execute, concerned)).filter(({ deviceNo }) => held.has(deviceNo))
  const events: NewEvent[][] = []
  for (const [typeKey, ofType] of Map.groupBy(alerts, (alert) => alert.typeKey))
    events.push(
      await endDeviceAlerts(execute, {
        deviceNos: ofType.map(({ deviceNo }) => deviceNo),
        typeKeys: [typeKey],
        at,
        reason: 'RuleChanged',
        userId,
      }),
    )
  return events.flat()
}
