import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import { isOnline } from '@eot/contract/is-online'
import { compareTexts } from '../../texts/lists.ts'

/** The device to open by default: the one with the newest open alert, else the first online, else the first. */
export function chooseDevice(
  devices: readonly DeviceState[],
  openAlerts: readonly Alert[],
): DeviceState | undefined {
  const byName = devices.toSorted((a, b) => compareTexts(a.Name, b.Name))
  const newestFirst = openAlerts.toSorted((a, b) => b.StartAt.localeCompare(a.StartAt))
  for (const { Sensor, Device } of newestFirst) {
    const inAlert = Sensor !== null && devices.find(({ Id }) => Id === Device.Id)
    if (inAlert) return inAlert
  }
  return byName.find(({ Status }) => isOnline(Status)) ?? byName[0]
}

/** Returns the site of the device, prefixed with the current site's name if it is another one. */
export const placeOfDevice = ({ Site }: Pick<DeviceState, 'Site'>, siteName: string | undefined): string =>
  siteName && siteName !== Site.Name ? `${siteName} / ${Site.Name}` : Site.Name
