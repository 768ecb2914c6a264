import type { RequestOf } from '@eot/contract/endpoint'
import { type Subscription, subscriptions } from '@eot/contract/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { useDestroy } from '../../lib/lists/use-destroy.ts'

interface Change {
  to: RequestOf<typeof subscriptions.update>['body']
  /** Undoes it. */
  back: RequestOf<typeof subscriptions.update>['body']
  done: string
}

/** Changes a subscription at once, with a message that offers to undo it. Ends when the pages show the change. */
export function useChange({ Id: id }: Pick<Subscription, 'Id'>, made: Change) {
  const queryClient = useQueryClient()
  async function change(body: Change['to']) {
    await call(subscriptions.update, { params: { id }, body })
    await refreshFeatures(queryClient, subscriptions)
  }
  return useDestroy({
    // What was made; the page meanwhile shows the subscription as changed.
    async run() {
      await change(made.to)
      return made
    },
    undo: ({ back }) => change(back),
    done: ({ done }) => done,
    refreshes: [],
  })
}
