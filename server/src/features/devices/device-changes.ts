import type { devices } from '@eot/contract/devices'
import type { BodyOf } from '@eot/contract/endpoint'
import type { DeviceSettings } from '@eot/contract/settings'
import { alertTypesOf } from '@eot/contract/types'

export type Change = BodyOf<typeof devices.update>

/** The parts of a device that a change can affect. */
export interface EditableDevice {
  Name: string
  Site: { Id: string; Name: string } | null
  Model: string
  IsActive: boolean
  Expiration: string | null
  RMA: boolean
  ReportInterval: number | null
  Rules: DeviceSettings['Rules']
}

/** Returns the settings after a change. An interval of 0 removes the configured one; rules are replaced as a whole. */
export function changedSettings(before: DeviceSettings, change: Change['Settings']): DeviceSettings {
  const { ReportInterval, Rules, ...rest } = before
  const interval = change?.ReportInterval ?? ReportInterval
  const rules = change?.Rules ?? Rules
  return {
    ...rest,
    ...(interval && { ReportInterval: interval }),
    ...(rules && Object.keys(rules).length > 0 && { Rules: rules }),
  }
}

/** Returns the instant after a change; an empty text removes it. */
export function changedExpiration(before: Date | null, change: Change['Expiration']): Date | null {
  if (change == null) return before
  return change === '' ? null : new Date(change)
}

/** Whether the readings of such a device raise alerts. Its site must also be active. */
export const mayAlert = (
  device: { isActive: boolean; isReturned: boolean; expiresAt: Date | null },
  now: Date,
): boolean => device.isActive && !device.isReturned && (device.expiresAt === null || device.expiresAt > now)

/** Returns the alert types that exist for the first kinds and not for the second. */
export function lostAlertTypes(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(alertTypesOf(after).map(({ Key }) => Key))
  return alertTypesOf(before)
    .map(({ Key }) => Key)
    .filter((key) => !kept.has(key))
}
