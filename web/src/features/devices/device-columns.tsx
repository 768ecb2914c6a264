import type { Device } from '@eot/contract/devices'
import { Link } from '@tanstack/react-router'
import { DeviceDot, DeviceStatus } from '../../domain/device-status.tsx'
import { AgoByMinute } from '../../domain/time-text.tsx'
import { cellColumn } from '../../lib/lists/columns.tsx'
import { t } from '../../texts/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { DeviceSortField } from './device-list.ts'
import { deviceMarks } from './device-marks.ts'

export const deviceColumns = (): Column<Device, DeviceSortField>[] => [
  cellColumn(t('devices.column.name'), (device) => <DeviceName device={device} />, {
    sort: 'Name',
    className: 'cut',
  }),
  cellColumn(t('devices.column.status'), (device) => <Status device={device} />),
  cellColumn(t('devices.column.lastSeen'), (device) => <LastSeen device={device} />, { sort: 'LastSeenAt' }),
  cellColumn(t('devices.column.site'), siteName, { sort: 'Site', className: 'cut' }),
  cellColumn(t('devices.column.model'), (device) => device.Model.Name),
  cellColumn(t('devices.column.mac'), (device) => <span className="mono">{device.Mac}</span>, {
    sort: 'Mac',
  }),
]

const siteName = (device: Device) =>
  device.Site?.Name ?? <span className="faint">{t('devices.inventory')}</span>

/** Links to the page of the device. */
function DeviceName({ device }: { device: Device }) {
  return (
    <span className="row">
      <Link to="/devices" search={{ deviceId: device.Id }} className="strong truncate">
        {device.Name}
      </Link>
      {deviceMarks(device).map((mark) => (
        <Chip key={mark} tone="outline">
          {mark}
        </Chip>
      ))}
    </span>
  )
}

function Status({ device }: { device: Device }) {
  return (
    <span className="row nowrap">
      <DeviceDot device={device} />
      <DeviceStatus device={device} />
    </span>
  )
}

const LastSeen = ({ device }: { device: Device }) => (
  <AgoByMinute at={device.LastSeenAt} never={t('devices.never')} />
)

/** Shown if no device matches the search or the filters. */
export const noDeviceMatches = (search: string) =>
  search === ''
    ? { title: t('devices.empty.nothing') }
    : { title: t('devices.empty.filtered', { search }), hint: t('devices.empty.filteredText') }

/** A device as a card, on narrow screens. */
export function DeviceCard({ device }: { device: Device }) {
  return (
    <div className="row-card">
      <div className="row card-line">
        <DeviceName device={device} />
        <span className="spacer" />
        <Status device={device} />
      </div>
      <div className="row card-line muted">
        <span className="truncate">{siteName(device)}</span>
        <span className="spacer" />
        <LastSeen device={device} />
      </div>
      <div className="row faint">
        <span className="mono">{device.Mac}</span>
        <span className="spacer" />
        <span className="truncate">{device.Model.Name}</span>
      </div>
    </div>
  )
}
