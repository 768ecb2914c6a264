import { notifications } from '@eot/contract/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { showToast } from '../../ui/toast.ts'

/** Marks notifications up to an event as read: those of one topic, or all. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { UpTo: number; Topic?: string }) => call(notifications.read, { body }),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => refreshFeatures(queryClient, notifications),
  })
}
