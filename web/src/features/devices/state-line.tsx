import type { DeviceRecord } from '@eot/contract/devices'
import { outages } from '@eot/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DeviceDot, DeviceStatus } from '../../domain/device-status.tsx'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { AgoByMinute } from '../../domain/time-text.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useSiteSearch } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { deviceMarks } from './device-marks.ts'
import { MaintenanceNote } from './maintenance-note.tsx'
import { openAlertsOf } from './open-alerts-of.ts'

/** The state of a device in a line: status, last contact, open alerts, place and firmware. */
export function StateLine({ device }: { device: DeviceRecord }) {
  const { t } = useTranslation()
  const mayViewAlerts = useAllowed('ViewAlerts')
  const open = useQuery({
    ...openAlertsOf(device.Id),
    enabled: mayViewAlerts && device.Site !== null,
  })
  const siteSearch = useSiteSearch()
  const [first] = open.data?.Items ?? []
  return (
    <span className="stateline">
      <span>
        <DeviceDot device={device} />
        <DeviceStatus device={device} />
      </span>
      <span>
        {t('devices.page.lastSeen')} <AgoByMinute at={device.LastSeenAt} never={t('devices.never')} />
      </span>
      {first && (
        <Link
          to="/alerts"
          search={{
            ...siteSearch(first.SitePath),
            searchFilters: { device: [device.Id], ongoing: true },
          }}
          className="plain-link fg-critical row"
        >
          <Glyph level="critical" />
          <FormulaText
            text={t('devices.page.openAlert', {
              name: alertTypeName(first.Type),
              count: open.data?.Total ?? 1,
            })}
          />
        </Link>
      )}
      <OutageNote id={open.data?.Items?.find(({ Outage }) => Outage !== null)?.Outage} />
      {device.Site && <MaintenanceNote deviceId={device.Id} />}
      {deviceMarks(device).map((mark) => (
        <span key={mark} className="fg-caution">
          {mark}
        </span>
      ))}
      <span>{device.Site?.Name ?? t('devices.inventory')}</span>
      <span>
        {device.Firmware
          ? t('devices.page.firmware', { model: device.Model.Name, firmware: device.Firmware })
          : device.Model.Name}
      </span>
    </span>
  )
}

/** The outage that the device shares with others. */
function OutageNote({ id }: { id: string | null | undefined }) {
  const { t } = useTranslation()
  const query = useQuery({ ...queryOf(outages.list), enabled: id != null })
  const outage = query.data?.find(({ Id }) => Id === id)
  if (!outage) return null
  const count = outage.Devices - 1
  return (
    <span>
      {outage.Site
        ? t('devices.page.outageAt', { count, site: outage.Site.Name })
        : t('devices.page.outage', { count })}
    </span>
  )
}
