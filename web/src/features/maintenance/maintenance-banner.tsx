import type { MaintenanceWindow } from '@eot/contract/maintenance'
import { Link } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { untilText } from '../../domain/until-text.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { placeName } from './maintenance-words.ts'

/** Named in the banner; more are on the page. */
const namedAtMost = 3

interface MaintenanceBannerProps {
  /** Windows that were active when they were fetched, ordered by end. */
  windows: readonly MaintenanceWindow[]
}

/** Names what is in maintenance and until when, or lists several windows. */
export function MaintenanceBanner({ windows: read }: MaintenanceBannerProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const zone = useTimeZone()
  const mayOpen = useAllowed('ViewMaintenance')
  const windows = read.filter(({ EndAt }) => Date.parse(EndAt) > now)
  const [first] = windows
  if (!first) return null
  const names = [...new Set(windows.map(placeName))]
  return (
    <Banner
      tone="caution"
      icon={Wrench}
      action={
        mayOpen && (
          <Link
            to="/site/maintenance"
            search={windows.length === 1 && first.Site ? { open: first.Id } : { period: 'Now' }}
            className="btn sm"
          >
            {t('maintenance.banner.open')}
          </Link>
        )
      }
    >
      {windows.length === 1 ? (
        <>
          <b className="strong">
            {t('maintenance.banner.one', {
              name: placeName(first),
              until: untilText(first.EndAt, zone, now),
            })}
          </b>{' '}
          {first.CreatedBy
            ? t('maintenance.banner.why', { name: first.CreatedBy.Name, reason: first.Reason })
            : t('maintenance.banner.reason', { reason: first.Reason })}
        </>
      ) : (
        <>
          <b className="strong">{t('maintenance.banner.many', { count: windows.length })}</b>{' '}
          {names.slice(0, namedAtMost).join(', ')}
          {names.length > namedAtMost && t('maintenance.banner.more', { count: names.length - namedAtMost })}
        </>
      )}
    </Banner>
  )
}
