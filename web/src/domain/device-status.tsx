import './device-status.css'
import { isOnline } from '@eot/contract/is-online'
import { classNames } from '../ui/class-names.ts'
import { type DeviceLook, deviceLook, deviceText } from './device-state.ts'

/** A dot beside the status text, for decoration. `beats`: it pulses, to show that values are arriving. */
export function DeviceDot({ device, beats }: { device: DeviceLook; beats?: boolean }) {
  const beat = beats && isOnline(device.Status) && 'beat'
  return <span className={classNames('dot', deviceLook(device).level, beat)} aria-hidden="true" />
}

export function DeviceStatus({ device }: { device: DeviceLook }) {
  return <span className={classNames('device-state', deviceLook(device).text)}>{deviceText(device)}</span>
}
