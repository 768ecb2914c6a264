import { type Alert, alerts } from '@eot/contract/alerts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isDecidable, mayMatch, pageWithAlert } from '../../domain/alerts/alert-cache.ts'
import type { CallRequest } from '../../lib/api/api.ts'
import { changeCached } from '../../lib/api/cached.ts'
import { queryOf } from '../../lib/api/query.ts'
import { onAlertMessage } from '../../lib/live/live.ts'

/** Above this scroll position the first row is in view. */
const topPx = 160

/**
 * Inserts new alerts into the list while its top is in view. Otherwise counts them, so that nothing moves while
 * someone reads.
 */
export function useNewAlerts(request: CallRequest<typeof alerts.list>) {
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const { queryKey } = queryOf(alerts.list, request)
  const query = request.query ?? {}

  const take = useEffectEvent((alert: Alert) => {
    if (!mayMatch(alert, query)) return
    const newestFirst = !query.Page && !query.sortBy && !query.order
    if (!isDecidable(query) || !newestFirst || window.scrollY > topPx) {
      setWaiting((count) => count + 1)
      return
    }
    changeCached(queryClient, alerts.list, (list) => pageWithAlert(list, alert, query), {
      queryKey,
      exact: true,
    })
    setFresh((ids) => new Set([...ids, alert.Id]))
  })

  useEffect(
    () =>
      onAlertMessage(({ Event, Alert }, late) => {
        if (Event === 'AlertStarted' && !late) take(Alert)
      }),
    [],
  )

  const key = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts a new count
  useEffect(() => setWaiting(0), [key])

  return {
    waiting,
    fresh,
    reset: () => setWaiting(0),
  }
}
