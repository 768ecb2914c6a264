import type { DeviceState } from '@eot/contract/devices'
import { t } from '../texts/i18n.ts'
import type { Level } from '../ui/glyph.tsx'

type Status = DeviceState['Status']
export type DeviceLook = Pick<DeviceState, 'Status' | 'Unwatched'>

/** Level and class of the text for each status, by its first word (spec 4); worst first. */
const looks: Record<Status, { level: Level; text: string }> = {
  'ERROR OFFLINE': { level: 'critical', text: 'fg-critical' },
  'ERROR ONLINE': { level: 'critical', text: 'fg-critical' },
  ERROR: { level: 'critical', text: 'fg-critical' },
  OFFLINE: { level: 'idle', text: 'muted' },
  RESET: { level: 'caution', text: 'fg-caution' },
  MIGRATING: { level: 'info', text: 'fg-info' },
  ONLINE: { level: 'ok', text: 'fg-ok' },
}

/** Worst first. */
export const statusOrder = Object.keys(looks) as Status[] // its own keys

/** Returns how a device looks wherever its state is shown: never green if no alerts are raised for it. */
export const deviceLook = ({ Status, Unwatched }: DeviceLook) => looks[Unwatched ? 'OFFLINE' : Status]

/** Returns the status as named by the specification, the same in every language, and says if no alerts are raised. */
export const deviceText = ({ Status, Unwatched }: DeviceLook): string =>
  Unwatched ? `${Status}, ${t('dashboard.notWatched')}` : Status

/** A device with a status that is neither this nor online, such as RESET, may be connected or not. */
export const isOffline = (status: Status): boolean => status === 'OFFLINE' || status === 'ERROR OFFLINE'
