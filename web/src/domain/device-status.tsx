import './device-status.css'
import type { DeviceState } from '@eot/contract/devices'
import { t } from '../texts/i18n.ts'
import { classNames } from '../ui/class-names.ts'
import { isOnline, statusLooks } from './device-state.ts'

type Shown = Pick<DeviceState, 'Status' | 'Unwatched'>

/**
 * A dot beside the status text, for decoration; never green if no alerts are raised. `beats`: it pulses, to show that
 * values are arriving.
 */
export function DeviceDot({ device, beats }: { device: Shown; beats?: boolean }) {
  const beat = beats && isOnline(device.Status) && 'beat'
  const dot = device.Unwatched ? 'idle' : statusLooks[device.Status].dot
  return <span className={classNames('dot', dot, beat)} aria-hidden="true" />
}

/** The status in the words of the specification, the same in every language, and that no alerts are raised. */
export function DeviceStatus({ device }: { device: Shown }) {
  const text = device.Unwatched ? 'muted' : statusLooks[device.Status].text
  return (
    <span className={classNames('device-state', text)}>
      {device.Status}
      {device.Unwatched && `, ${t('dashboard.notWatched')}`}
    </span>
  )
}
