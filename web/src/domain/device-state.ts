import type { DeviceState } from '@eot/contract/devices'

type Status = DeviceState['Status']

/** Dot and text color for the status, by its first word (spec 4). */
export const statusLooks: Record<Status, { dot: string; text: string }> = {
  MIGRATING: { dot: 'info', text: 'fg-info' },
  RESET: { dot: 'caution', text: 'fg-caution' },
  ERROR: { dot: 'critical', text: 'fg-critical' },
  'ERROR ONLINE': { dot: 'critical', text: 'fg-critical' },
  'ERROR OFFLINE': { dot: 'critical', text: 'fg-critical' },
  ONLINE: { dot: 'ok', text: 'fg-ok' },
  OFFLINE: { dot: 'idle', text: 'muted' },
}

export const isOnline = (status: Status): boolean => status === 'ONLINE' || status === 'ERROR ONLINE'
