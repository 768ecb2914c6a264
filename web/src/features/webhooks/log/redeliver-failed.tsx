import { webhookLog } from '@eot/contract/webhook-log'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../../lib/api/query.ts'
import { useListState } from '../../../lib/lists/use-list-state.ts'
import { useCurrentSiteId, useSitePath } from '../../../session/current-site.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { showToast } from '../../../ui/toast.ts'
import { deliveryList } from '../delivery-list.ts'
import { useFilterNames } from './delivery-filters.tsx'
import { failuresShown, isFailure } from './failures-shown.ts'

const dayMs = 24 * 60 * 60_000
const spans = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs }

/**
 * Redelivers what failed in a time span, of the deliveries that the list shows. Renders nothing if it shows none that failed.
 */
export function RedeliverFailed() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const SiteId = useCurrentSiteId()
  const { search, filters } = useListState(deliveryList)
  const { request, event, status } = filters
  const names = useFilterNames()
  const site = useSitePath().data?.name
  const [isAsking, setAsking] = useState(false)
  const [span, setSpan] = useState<keyof typeof spans>('day')
  const close = () => setAsking(false)
  const replay = useMutation({
    mutationFn() {
      const endTime = Date.now()
      return call(webhookLog.redeliverAll, {
        body: {
          SiteId,
          startTime: endTime - spans[span],
          endTime,
          ...failuresShown(filters, search),
        },
      })
    },
    onSuccess: ({ Count, HasMore }) =>
      showToast(t(HasMore ? 'webhooks.log.replayedSome' : 'webhooks.log.replayed', { count: Count })),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled() {
      close()
      void refreshFeatures(queryClient, webhookLog)
    },
  })
  if (status && !isFailure(status)) return null
  const scope: Fact[] = [
    [t('webhooks.column.site'), site && t('webhooks.log.siteAndBelow', { site })],
    [t('webhooks.request'), request && names.request],
    [t('webhooks.event'), event && names.event],
    [t('logs.column.status'), status && t(`webhooks.log.status.${status}`)],
    [t('action.search'), search || undefined],
  ]
  return (
    <>
      <Button icon={RotateCw} onClick={() => setAsking(true)}>
        {t('webhooks.log.replayFailed')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('webhooks.log.replayTitle')}
        text={t('webhooks.log.replayText')}
        actions={
          <>
            <Button onClick={close}>{t('action.cancel')}</Button>
            <Button variant="primary" disabled={replay.isPending} onClick={() => replay.mutate()}>
              {t('webhooks.log.again')}
            </Button>
          </>
        }
      >
        <div className="stack dialog-form">
          <FactList facts={scope} />
          <Segments
            fill
            label={t('webhooks.log.span')}
            value={span}
            options={(['day', 'week', 'month'] as const).map((value) => ({
              value,
              text: t(`history.log.period.${value}`),
            }))}
            onChange={setSpan}
          />
        </div>
      </Dialog>
    </>
  )
}
