import type { Device } from '@eot/contract/devices'
import { Link } from '@tanstack/react-router'
import { DeviceDot, DeviceStatus } from '../../lib/device-status.tsx'
import { useMinute } from '../../lib/now.ts'
import { agoText, fullTime } from '../../lib/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { DeviceSortField } from './device-sort.ts'

export const deviceColumns = (): Column<Device, DeviceSortField>[] => [
  {
    key: 'name',
    title: t('devices.column.name'),
    sort: 'Name',
    cell: (device) => <DeviceName device={device} />,
    className: 'cut',
  },
  { key: 'status', title: t('devices.column.status'), cell: (device) => <Status device={device} /> },
  {
    key: 'seen',
    title: t('devices.column.lastSeen'),
    sort: 'LastSeenAt',
    cell: (device) => <LastSeen device={device} />,
  },
  { key: 'site', title: t('devices.column.site'), sort: 'Site', cell: siteName, className: 'cut' },
  {
    key: 'model',
    title: t('devices.column.model'),
    cell: (device) => device.Model.Name,
  },
  {
    key: 'mac',
    title: t('devices.column.mac'),
    sort: 'Mac',
    cell: (device) => <span className="mono">{device.Mac}</span>,
  },
]

const siteName = (device: Device) =>
  device.Site?.Name ?? <span className="faint">{t('devices.inventory')}</span>

/** Leads to the live values, for those who may see them and where there are any. */
function DeviceName({ device }: { device: Device }) {
  const allowed = useAllowed('ViewLiveSensorData')
  const linked = allowed && device.Site !== null
  return (
    <span className="row">
      {linked ? (
        <Link to="/devices/live-sensor-data" search={{ deviceId: device.Id }} className="strong truncate">
          {device.Name}
        </Link>
      ) : (
        <span className="strong truncate">{device.Name}</span>
      )}
      {!device.IsActive && <Chip tone="outline">{t('devices.inactive')}</Chip>}
    </span>
  )
}

function Status({ device }: { device: Device }) {
  return (
    <span className="row nowrap">
      <DeviceDot status={device.Status} />
      <DeviceStatus status={device.Status} />
    </span>
  )
}

function LastSeen({ device }: { device: Device }) {
  const zone = useTimeZone()
  const now = useMinute()
  if (device.LastSeenAt === null) return <span className="faint">{t('devices.never')}</span>
  const seenMs = Date.parse(device.LastSeenAt)
  return (
    <time className="nowrap" dateTime={device.LastSeenAt} title={fullTime(seenMs, zone)}>
      {agoText(seenMs, Math.max(now, seenMs))}
    </time>
  )
}

/** The same on a narrow screen. */
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
