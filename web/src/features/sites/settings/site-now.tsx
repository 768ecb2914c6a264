import type { Site } from '@eot/contract/site-fields'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../lib/time/now.ts'
import { clockTime, dayText, zoneNames } from '../../../lib/time/time.ts'
import { siteStateText } from '../site-state-text.ts'

/** Facts about a site that are not edited on its page. */
export function SiteNow({ site }: { site: Site }) {
  const { t } = useTranslation()
  const now = useMinute()
  return (
    <section className="card" aria-label={t('sites.now.title')}>
      <header>
        <h2>{t('sites.now.title')}</h2>
      </header>
      <div className="body">
        <dl className="kv">
          <dt>{t('sites.facts.localTime')}</dt>
          <dd className="strong">
            {clockTime(now, site.TimeZone)} {zoneNames(site.TimeZone, now).name}
          </dd>
          <dt>{t('sites.facts.state')}</dt>
          <dd>{siteStateText(site)}</dd>
          {site.CreatedAt && (
            <>
              <dt>{t('sites.now.added')}</dt>
              <dd>{dayText(site.CreatedAt, site.TimeZone, now)}</dd>
            </>
          )}
          <dt>{t('sites.facts.subscription')}</dt>
          <dd>{site.SubscriptionType}</dd>
          <dt>{t('sites.facts.subSites')}</dt>
          <dd>
            <Link to="/site/sub-sites">
              {t('sites.facts.showSubSites', { count: site.SubSites?.length ?? 0 })}
            </Link>
          </dd>
          <dt>{t('sites.now.id')}</dt>
          <dd className="mono site-id">{site.Id}</dd>
        </dl>
      </div>
    </section>
  )
}
