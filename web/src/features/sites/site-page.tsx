import '../../ui/row-cards.css'
import './sites.css'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistoryCard } from '../../domain/history/history-card.tsx'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { Allowed, useFeatures, useSession } from '../../session/use-session.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { GatewayTokens } from './gateway-tokens.tsx'
import { QuarantineList } from './quarantine-list.tsx'
import { SiteRulesCard } from './rules/site-rules-card.tsx'
import { SiteActions } from './settings/site-actions.tsx'
import { SiteNow } from './settings/site-now.tsx'
import { SiteSettings } from './settings/site-settings.tsx'
import { SiteFacts } from './site-facts.tsx'

/** The current site: its details, settings and alert rules, gateway tokens, rejected readings and history. */
export function SitePage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const own = useSession().site.siteId
  const path = useSitePath()
  const site = useQuery(queryOf(sites.get, { params: { id: siteId } }))
  const mayEdit = useFeatures(siteId === own ? '/site' : '/site/sub-sites').edit
  const isBelow = siteId !== own
  return (
    <>
      <PageHead
        title={mayEdit ? (path.data?.name ?? t('sites.title')) : t('sites.title')}
        sub={mayEdit ? path.data?.parentSites.map(({ Name }) => Name).join(' / ') : path.data?.name}
        actions={mayEdit && isBelow && site.data && <SiteActions key={siteId} site={site.data} />}
      />
      {mayEdit && (
        <Panel query={site} skeleton={<SkeletonRows rows={8} height={40} gap={12} />} className="c12">
          {(record) => (
            <div className="site-columns">
              <SiteSettings key={siteId} site={record} />
              <SiteNow site={record} />
            </div>
          )}
        </Panel>
      )}
      <div className="grid site-parts">
        {!mayEdit && <SiteFacts key={siteId} siteId={siteId} />}
        <Allowed to="ManageThresholds">
          <SiteRulesCard key={siteId} siteId={siteId} />
        </Allowed>
        <Allowed to="ManageGatewayTokens">
          <GatewayTokens key={siteId} siteId={siteId} />
        </Allowed>
        <Allowed to="ViewQuarantine">
          <QuarantineList key={siteId} siteId={siteId} />
        </Allowed>
        <HistoryCard key={siteId} of={{ subject: siteId }} className="c12" />
      </div>
    </>
  )
}
