import { type Subscription, type SubscriptionRow, subscriptions } from '@eot/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { Said } from '../../domain/terms/said.tsx'
import { WeekStrip } from '../../domain/terms/week-strip.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { ruleOf } from './rule-of.ts'
import { StateChips, useIsSilent } from './subscription-state.tsx'

interface SubscriptionDrawerProps {
  id: string
  known: SubscriptionRow | undefined
  onClose: () => void
}

/** A subscription for users who may not change it. */
export function SubscriptionDrawer({ id, known, onClose }: SubscriptionDrawerProps) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(subscriptions.get, { params: { id } }))
  const head = query.data ?? known
  return (
    <DetailsDrawer
      label={head?.Name ?? t('subscriptions.title')}
      id={id}
      query={query}
      gone={t('subscriptions.gone')}
      onClose={onClose}
      head={
        head && (
          <div className="d-title">
            <h2>{head.Name}</h2>
            <p className="muted">{head.Site.Name}</p>
          </div>
        )
      }
    >
      {(subscription) => (
        <>
          <Facts subscription={subscription} />
          <HistorySection of={{ subject: id }} />
        </>
      )}
    </DetailsDrawer>
  )
}

function Facts({ subscription }: { subscription: Subscription }) {
  const isSilent = useIsSilent()
  const rule = ruleOf(subscription)
  return (
    <section className="stack">
      <StateChips subscription={subscription} />
      <p className="say">
        <Said rule={rule} />
      </p>
      <WeekStrip window={rule} off={isSilent(subscription)} />
    </section>
  )
}
