import './device-status.css'
import type { DeviceState } from '@eot/contract/devices'
import { classNames } from '../ui/class-names.ts'
import { isOnline, statusLooks } from './device-state.ts'

type Status = DeviceState['Status']

/** A dot beside the status text, for decoration. `beats`: it pulses, to show that values are arriving. */
export function DeviceDot({ status, beats }: { status: Status; beats?: boolean }) {
  const beat = beats && isOnline(status) && 'beat'
  return <span className={classNames('dot', statusLooks[status].dot, beat)} aria-hidden="true" />
}

/** The status in the words of the specification, which are the same in every language. */
export function DeviceStatus({ status }: { status: Status }) {
  return <span className={classNames('device-state', statusLooks[status].text)}>{status}</span>
}
