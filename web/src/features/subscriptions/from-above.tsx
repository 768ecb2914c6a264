import './from-above.css'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import type { SubscriptionRow } from '@eot/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { Said } from '../../domain/terms/said.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { siteIdInLink, useCurrentSiteId } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ruleOfRow } from './rule-of.ts'
import { StateChips } from './subscription-state.tsx'

/** Reads the subscriptions of sites above that also apply at the current site. */
export function useFromAbove() {
  const SiteId = useCurrentSiteId()
  return useQuery(queryOf(subscriptionReach.above, { query: { SiteId } }))
}

/** A read-only list of the subscriptions of sites above that apply here. Renders nothing if there are none. */
export function FromAbove() {
  const { t } = useTranslation()
  const query = useFromAbove()
  const count = (query.data?.Items.length ?? 0) + (query.data?.OtherCount ?? 0)
  if (query.data && count === 0) return null
  return (
    <section className="card from-above" aria-label={t('subscriptions.above.title')}>
      <header>
        <h2>{t('subscriptions.above.title')}</h2>
        <span className="note">{t('subscriptions.above.note')}</span>
      </header>
      <Panel query={query} skeleton={<SkeletonRows rows={2} />}>
        {({ Items, OtherCount }) => (
          <ul>
            {Items.map((row) => (
              <Row key={row.Id} row={row} />
            ))}
            {OtherCount > 0 && (
              <li className="muted">
                {t(Items.length > 0 ? 'subscriptions.above.more' : 'subscriptions.above.others', {
                  count: OtherCount,
                })}
              </li>
            )}
          </ul>
        )}
      </Panel>
    </section>
  )
}

function Row({ row }: { row: SubscriptionRow }) {
  const { t } = useTranslation()
  const own = useSession().site.siteId
  return (
    <li>
      <span className="strong">{row.Name}</span>{' '}
      <Link
        to="/subscriptions"
        search={{ siteId: siteIdInLink(row.Site.Id, own), view: undefined, copy: undefined }}
      >
        {t('subscriptions.above.of', { site: row.Site.Name })}
      </Link>
      <p className="say">
        <Said rule={ruleOfRow(row)} />
      </p>
      <StateChips subscription={row} />
    </li>
  )
}
