import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import { isOnline } from '../../domain/device-status.tsx'

/** Which device to open without being told: the newest open alert's, else the first that is online, else the first. */
export function chooseDevice(
  devices: readonly DeviceState[],
  openAlerts: readonly Alert[],
): DeviceState | undefined {
  const byName = devices.toSorted((a, b) => a.Name.localeCompare(b.Name))
  const newestFirst = openAlerts.toSorted((a, b) => b.StartAt.localeCompare(a.StartAt))
  for (const { Sensor, Device } of newestFirst) {
    const inAlert = Sensor !== null && devices.find(({ Id }) => Id === Device.Id)
    if (inAlert) return inAlert
  }
  return byName.find(({ Status }) => isOnline(Status)) ?? byName[0]
}
