import { notifications } from '@eot/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshFeatures } from '../../lib/api/query.ts'
import { onAlertMessage } from '../../lib/live/live.ts'

/** Events that come in quick succession are fetched together. */
const gatherMs = 500

/** Refetches the notifications when an alert at the current site changes, even if nobody is notified of the change. */
export function useRefreshOnAlerts(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onAlertMessage(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void refreshFeatures(queryClient, notifications)
      }, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queryClient])
}
