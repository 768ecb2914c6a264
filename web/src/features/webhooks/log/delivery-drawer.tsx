import { type WebhookDelivery, type WebhookDeliveryDetails, webhookLog } from '@eot/contract/webhook-log'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../../lib/api/query.ts'
import { DetailsDrawer } from '../../../lib/lists/details-drawer.tsx'
import { fullTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { useAllowed } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { showToast } from '../../../ui/toast.ts'
import { requestPath } from '../request-list.ts'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import { Result } from './delivery-columns.tsx'
import { formerName, targetName } from './delivery-words.ts'

interface DeliveryDrawerProps {
  id: string
  /** The row the drawer was opened from, shown until the response arrives. */
  known: WebhookDelivery | undefined
  onClose: () => void
}

const waitingEveryMs = 3000

/** A delivery: its subject, its result in words, every attempt, and a button to send it again. */
export function DeliveryDrawer({ id, known, onClose }: DeliveryDrawerProps) {
  const { t } = useTranslation()
  const mayReplay = useAllowed('ReplayWebhook')
  const query = useQuery({
    ...queryOf(webhookLog.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.Status === 'Waiting' ? waitingEveryMs : false),
  })
  const delivery = query.data ?? known
  return (
    <DetailsDrawer
      label={t('webhooks.log.details')}
      id={id}
      query={query}
      gone={t('webhooks.log.gone')}
      onClose={onClose}
      head={
        delivery && (
          <div className="d-title">
            <h2>
              {delivery.WebhookRequest.Name === ''
                ? t('webhooks.log.toNone')
                : t('webhooks.log.to', { name: targetName(delivery) })}
            </h2>
            <p className="muted">
              {delivery.Subject}, {t(`subscriptions.editor.event.${delivery.Event}`)}
            </p>
          </div>
        )
      }
      known={delivery && <DeliveryFacts delivery={delivery} />}
    >
      {(read: WebhookDeliveryDetails) => (
        <>
          <DeliveryAttempts delivery={read} />
          {mayReplay && read.WebhookEvent.Name !== null && (
            <footer>
              <SendAgain delivery={read} />
            </footer>
          )}
        </>
      )}
    </DetailsDrawer>
  )
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const { WebhookRequest, WebhookEvent, AlertId } = delivery
  const facts: Fact[] = [
    [t('webhooks.column.result'), <Result key="result" row={delivery} />],
    [
      t('webhooks.request'),
      WebhookRequest.Id === null ? (
        formerName(WebhookRequest.Name)
      ) : (
        <Link key="request" to={requestPath} search={{ id: WebhookRequest.Id }}>
          {WebhookRequest.Name}
        </Link>
      ),
    ],
    [t('webhooks.log.host'), delivery.Host ? <code key="host">{delivery.Host}</code> : null],
    [
      t('webhooks.event'),
      WebhookEvent.Id === null ? (
        formerName(WebhookEvent.Name)
      ) : (
        <Link key="event" to="/site/webhooks/events" search={{ open: WebhookEvent.Id }}>
          {WebhookEvent.Name}
        </Link>
      ),
    ],
    [t('webhooks.column.site'), delivery.Site.Name],
    [
      t('webhooks.log.alert'),
      AlertId && (
        <Link key="alert" to="/alerts" search={{ alert: AlertId }}>
          {t('webhooks.log.openAlert')}
        </Link>
      ),
    ],
    [t('logs.column.requested'), fullTime(delivery.CreatedAt, zone)],
    [t('webhooks.log.finished'), delivery.FinishedAt && fullTime(delivery.FinishedAt, zone)],
    [t('webhooks.column.next'), delivery.NextAt && fullTime(delivery.NextAt, zone)],
    [t('webhooks.log.id'), <code key="id">{delivery.Id}</code>],
  ]
  return (
    <section className="delivery-facts">
      <p className={`explained ${delivery.Status.toLowerCase()}`}>
        {t(`webhooks.log.explained.${delivery.Status}`)}
      </p>
      <FactList facts={facts} />
    </section>
  )
}

function SendAgain({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(webhookLog.redeliver, { params: { id: delivery.Id } }),
    onSuccess: () => showToast(t('webhooks.log.againDone')),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => void refreshFeatures(queryClient, webhookLog),
  })
  return (
    <Button
      variant="primary"
      icon={RotateCw}
      disabled={send.isPending || delivery.Status === 'Waiting'}
      onClick={() => send.mutate()}
    >
      {t('webhooks.log.again')}
    </Button>
  )
}
