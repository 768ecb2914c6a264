import '../../ui/row-cards.css'
import './sites.css'
import { useTranslation } from 'react-i18next'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { Allowed } from '../../session/use-session.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { GatewayTokens } from './gateway-tokens.tsx'
import { QuarantineList } from './quarantine-list.tsx'
import { SiteFacts } from './site-facts.tsx'

/** The current site: its details, gateway tokens and rejected readings. */
export function SitePage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const path = useSitePath()
  return (
    <>
      <PageHead title={t('sites.title')} sub={path.data?.name} />
      <div className="grid">
        <SiteFacts key={siteId} siteId={siteId} />
        <Allowed to="ManageGatewayTokens">
          <GatewayTokens key={siteId} siteId={siteId} />
        </Allowed>
        <Allowed to="ViewQuarantine">
          <QuarantineList key={siteId} siteId={siteId} />
        </Allowed>
      </div>
    </>
  )
}
