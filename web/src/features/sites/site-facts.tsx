import type { Site } from '@eot/contract/site-fields'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime, zoneNames } from '../../lib/time/time.ts'
import { useSitePath } from '../../session/current-site.ts'
import { Allowed } from '../../session/use-session.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { siteStateText } from './site-state-text.ts'

export function SiteFacts({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const site = useQuery(queryOf(sites.get, { params: { id: siteId } }))
  return (
    <section className="card c5" aria-label={t('sites.facts.title')}>
      <header>
        <h2>{t('sites.facts.title')}</h2>
      </header>
      <div className="body">
        <Panel query={site} skeleton={<SkeletonRows rows={7} height={16} gap={12} />}>
          {(facts) => <Facts site={facts} />}
        </Panel>
      </div>
    </section>
  )
}

function Facts({ site }: { site: Site }) {
  const { t } = useTranslation()
  const minute = useMinute()
  const path = useSitePath()
  const zone = zoneNames(site.TimeZone, minute)
  const place = [site.Address, site.City, [site.State, site.Zip].filter(Boolean).join(' '), site.Country]
  return (
    <dl className="kv">
      <dt>{t('sites.facts.name')}</dt>
      <dd className="strong">{site.Name}</dd>
      <dt>{t('sites.facts.address')}</dt>
      <dd>
        {place.filter(Boolean).join(', ') || <span className="faint">{t('sites.facts.noAddress')}</span>}
      </dd>
      <dt>{t('sites.facts.timeZone')}</dt>
      <dd>
        {zone.name} <span className="faint">{zone.detail}</span>
      </dd>
      <dt>{t('sites.facts.localTime')}</dt>
      <dd>{clockTime(minute, site.TimeZone)}</dd>
      {site.ParentSite && (
        <>
          <dt>{t('sites.facts.parent')}</dt>
          <dd>{site.ParentSite.Name}</dd>
        </>
      )}
      <dt>{t('sites.facts.organization')}</dt>
      <dd>{site.OrganizationType}</dd>
      <dt>{t('sites.facts.subscription')}</dt>
      <dd>{site.SubscriptionType}</dd>
      <dt>{t('sites.facts.state')}</dt>
      <dd>{siteStateText(site)}</dd>
      <Allowed to="ViewSubSites">
        <dt>{t('sites.facts.subSites')}</dt>
        <dd>
          <Link to="/site/sub-sites">
            {t('sites.facts.showSubSites', { count: path.data?.subSites.length ?? 0 })}
          </Link>
        </dd>
      </Allowed>
    </dl>
  )
}
