import type { RequestOf } from '@eot/contract/endpoint'
import { webhookEvents } from '@eot/contract/webhook-events'
import { call } from '../../../lib/api/api.ts'
import { type UndoableChange, useUndoableChange } from '../../../lib/lists/use-undoable-change.ts'

/** Changes a webhook event immediately. */
export const useEventChange = (
  id: string,
  made: UndoableChange<RequestOf<typeof webhookEvents.update>['body']>,
) =>
  useUndoableChange(made, {
    feature: webhookEvents,
    apply: (body) => call(webhookEvents.update, { params: { id }, body }),
  })
