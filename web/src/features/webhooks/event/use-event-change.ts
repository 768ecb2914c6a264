import type { RequestOf } from '@eot/contract/endpoint'
import { webhookEvents } from '@eot/contract/webhook-events'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/api.ts'
import { refreshFeatures } from '../../../lib/api/query.ts'
import { useDestroy } from '../../../lib/lists/use-destroy.ts'

type Body = RequestOf<typeof webhookEvents.update>['body']

interface Change {
  to: Body
  /** Undoes it. */
  back: Body
  done: string
}

/** Changes a webhook event at once, with a message that offers to undo it. Ends when the pages show the change. */
export function useEventChange(id: string, made: Change) {
  const queryClient = useQueryClient()
  async function change(body: Body) {
    await call(webhookEvents.update, { params: { id }, body })
    await refreshFeatures(queryClient, webhookEvents)
  }
  return useDestroy({
    // What was made; the page meanwhile shows the event as changed.
    async run() {
      await change(made.to)
      return made
    },
    undo: ({ back }) => change(back),
    done: ({ done }) => done,
    refreshes: [],
  })
}
