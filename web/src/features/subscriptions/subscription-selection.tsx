import { type SubscriptionRow, subscriptions } from '@eot/contract/subscriptions'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { deleteAction, switchActions } from '../../lib/lists/bulk-actions.ts'
import type { BulkAction } from '../../lib/lists/bulk-bar.tsx'
import { bulkSelection } from '../../lib/lists/bulk-selection.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { subscriptionList } from './subscription-list.ts'

/** Selection of subscriptions, for users who may do something with several at once. */
export function useSubscriptionSelection() {
  const { t } = useTranslation()
  const may = useFeatures(subscriptionList.path)
  const switches = switchActions<SubscriptionRow>({
    say: (what, count) => t(`subscriptions.bulk.${what}`, { count }),
    setActive: ({ Id }, IsActive) => call(subscriptions.update, { params: { id: Id }, body: { IsActive } }),
  })
  const remove = deleteAction<SubscriptionRow>({
    say: (what, count) => t(`subscriptions.bulk.${what}`, { count }),
    remove: ({ Id }) => call(subscriptions.remove, { params: { id: Id } }),
  })
  const actions: BulkAction<SubscriptionRow>[] = [
    ...(may.edit ? switches : []),
    ...(may.delete ? [remove] : []),
  ]
  return bulkSelection({
    nameOf: ({ Name }: SubscriptionRow) => Name,
    actions,
    refreshes: [subscriptions],
  })
}
