import { systemMessages } from '@eot/contract/system-messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../lib/api/query.ts'
import { showToast } from '../../ui/toast.ts'

/** The minimum time between two requests, in case the clock of this computer is ahead of the server's. */
const shortestWaitMs = 10_000
/** Longer timers overflow. */
const longestWaitMs = 86_400_000

/** Reads the messages currently shown to the user, and refetches them when the next one begins or ends. */
export function useActiveMessages() {
  const queryClient = useQueryClient()
  const query = useQuery(queryOf(systemMessages.active))
  const { data, dataUpdatedAt } = query
  const next = data?.NextChangeAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts a new wait, also for the same time
  useEffect(() => {
    if (next == null) return
    const waitMs = Date.parse(next) - Date.now()
    // The server may be a moment behind.
    const timer = setTimeout(
      () => void refreshFeatures(queryClient, systemMessages),
      Math.min(waitMs > 0 ? waitMs + 50 : shortestWaitMs, longestWaitMs),
    )
    return () => clearTimeout(timer)
  }, [next, dataUpdatedAt, queryClient])
  return query
}

/** Hides a message for the user, or shows it again. */
export function useDismissal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isDismissed }: { id: string; isDismissed: boolean }) =>
      call(isDismissed ? systemMessages.dismiss : systemMessages.showAgain, { params: { id } }),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => refreshFeatures(queryClient, systemMessages),
  })
}
