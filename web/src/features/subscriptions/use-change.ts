import type { RequestOf } from '@eot/contract/endpoint'
import { type Subscription, subscriptions } from '@eot/contract/subscriptions'
import { call } from '../../lib/api/api.ts'
import { type UndoableChange, useUndoableChange } from '../../lib/lists/use-undoable-change.ts'

/** Changes a subscription immediately. */
export const useChange = (
  { Id: id }: Pick<Subscription, 'Id'>,
  made: UndoableChange<RequestOf<typeof subscriptions.update>['body']>,
) =>
  useUndoableChange(made, {
    feature: subscriptions,
    apply: (body) => call(subscriptions.update, { params: { id }, body }),
  })
