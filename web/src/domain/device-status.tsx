import './device-status.css'
import type { DeviceState } from '@eot/contract/devices'
import { classNames } from '../ui/class-names.ts'

type Status = DeviceState['Status']

/** Dot and text color for the status, by its first word (spec 4). */
const looks: Record<Status, { dot: string; text: string }> = {
  MIGRATING: { dot: 'info', text: 'fg-info' },
  RESET: { dot: 'caution', text: 'fg-caution' },
  ERROR: { dot: 'critical', text: 'fg-critical' },
  'ERROR ONLINE': { dot: 'critical', text: 'fg-critical' },
  'ERROR OFFLINE': { dot: 'critical', text: 'fg-critical' },
  ONLINE: { dot: 'ok', text: 'fg-ok' },
  OFFLINE: { dot: 'idle', text: 'muted' },
}

export const isOnline = (status: Status): boolean => status === 'ONLINE' || status === 'ERROR ONLINE'

/** A dot beside the status text, for decoration. `beats`: it pulses, to show that values are arriving. */
export function DeviceDot({ status, beats }: { status: Status; beats?: boolean }) {
  const beat = beats && isOnline(status) && 'beat'
  return <span className={classNames('dot', looks[status].dot, beat)} aria-hidden="true" />
}

/** The status in the words of the specification, which are the same in every language. */
export function DeviceStatus({ status }: { status: Status }) {
  return <span className={classNames('device-state', looks[status].text)}>{status}</span>
}
