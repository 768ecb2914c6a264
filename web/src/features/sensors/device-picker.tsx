import type { DeviceState } from '@eot/contract/devices'
import { useTranslation } from 'react-i18next'
import { deviceText } from '../../domain/device-state.ts'
import { DeviceDot } from '../../domain/device-status.tsx'
import { compareTexts } from '../../texts/lists.ts'
import { Combobox, type ComboboxGroup } from '../../ui/combobox.tsx'
import { placeOfDevice } from './choose-device.ts'

interface DevicePickerProps {
  devices: readonly DeviceState[]
  chosen: DeviceState
  onChoose: (deviceId: string) => void
  /** The current site. A device of another site shows its site's name. */
  siteName: string | undefined
}

/** Chooses a device of the current site or its sub-sites, grouped by site. */
export function DevicePicker({ devices, chosen, onChoose, siteName }: DevicePickerProps) {
  const { t } = useTranslation()
  return (
    <Combobox
      label={t('sensors.device')}
      labelHidden
      groups={bySite(devices)}
      value={chosen.Id}
      onChange={onChoose}
      searchLabel={t('sensors.findDevice')}
      emptyText={t('sensors.noDeviceFound')}
      className="dev-picker"
      chosen={
        <>
          <DeviceDot device={chosen} beats />
          <span className="dev-name">
            <b className="truncate">{chosen.Name}</b>
            <small className="truncate">{placeOfDevice(chosen, siteName)}</small>
          </span>
        </>
      }
    />
  )
}

/** Sites and devices by name. The order depends on names alone, never on events. */
function bySite(devices: readonly DeviceState[]): ComboboxGroup[] {
  const sites = new Map<string, { name: string; devices: DeviceState[] }>()
  for (const device of devices) {
    const site = sites.get(device.Site.Id) ?? { name: device.Site.Name, devices: [] }
    site.devices.push(device)
    sites.set(device.Site.Id, site)
  }
  return [...sites]
    .sort(([, a], [, b]) => compareTexts(a.name, b.name))
    .map(([id, site]) => ({
      value: id,
      label: site.name,
      items: site.devices.toSorted((a, b) => compareTexts(a.Name, b.Name)).map(toOption),
    }))
}

function toOption(device: DeviceState) {
  return {
    value: device.Id,
    label: `${device.Name}, ${device.Site.Name}`,
    shown: (
      <>
        <DeviceDot device={device} />
        <span className="truncate">{device.Name}</span>
        <span className="vh">{deviceText(device)}</span>
      </>
    ),
  }
}
