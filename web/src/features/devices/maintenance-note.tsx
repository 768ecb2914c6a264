import { maintenance } from '@eot/contract/maintenance'
import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { untilText } from '../../domain/until-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useTimeZone } from '../../session/current-site.ts'

/** Says that nobody is currently notified about the device, until when, and why. */
export function MaintenanceNote({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const query = useQuery(queryOf(maintenance.active, { query: { DeviceId: deviceId } }))
  // Maintenance lasts until the last window ends.
  const window = query.data?.findLast(({ EndAt }) => Date.parse(EndAt) > now)
  if (!window) return null
  return (
    <span className="fg-caution" title={window.Reason}>
      <Wrench className="icon icon-sm" aria-hidden="true" />
      {t('maintenance.ofDevice', { until: untilText(window.EndAt, zone, now) })}
    </span>
  )
}
