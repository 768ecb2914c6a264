import type { Outage } from '@eot/contract/outages'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { Elapsed } from '../../domain/time-text.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime, fullTime, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Glyph } from '../../ui/glyph.tsx'

/** Devices of a site that fell silent together, shown instead of an alert for each. */
export function OpenOutage({ outage, siteName }: { outage: Outage; siteName: string }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const { Devices, Silent, StartAt } = outage
  return (
    <article>
      <div className="what">
        <Glyph level={levelOf('Serious')} label={t('vocabulary.severity.Serious')} />
        <h2 className="truncate">
          <Link to="/alerts" search={{ searchFilters: { type: ['Offline'], ongoing: true } }}>
            {t('dashboard.outage.title', { count: Devices })}
          </Link>
        </h2>
        <span className="dur">
          <Elapsed since={StartAt} />
        </span>
        <small className="truncate">{outage.Site?.Name ?? siteName}</small>
        <small className="since" title={fullTime(StartAt, zone)}>
          {t('dashboard.since')} {shortTime(StartAt, zone, now, clockTime)}
        </small>
      </div>
      <p className="muted outage-cause">{t('dashboard.outage.cause')}</p>
      <div className="confirm-line">
        <span>
          {Silent === Devices
            ? t('dashboard.outage.noneBack')
            : t('dashboard.outage.back', { count: Devices - Silent })}
        </span>
      </div>
    </article>
  )
}
