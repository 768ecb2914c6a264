import { type Subscription, type SubscriptionChange, subscriptions } from '@eot/contract/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api/api.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { useDestroy } from '../../lib/lists/use-destroy.ts'

interface Change {
  to: z.input<typeof SubscriptionChange>
  /** Undoes it. */
  back: z.input<typeof SubscriptionChange>
  done: string
}

/** Changes a subscription at once, with a message that offers to undo it. Ends when the pages show the change. */
export function useChange({ Id: id }: Pick<Subscription, 'Id'>, { to, back, done }: Change) {
  const queryClient = useQueryClient()
  async function change(body: Change['to']) {
    await call(subscriptions.update, { params: { id }, body })
    await refreshFeatures(queryClient, subscriptions)
  }
  return useDestroy({ run: () => change(to), undo: () => change(back), done: () => done, refreshes: [] })
}
