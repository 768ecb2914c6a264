import { alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onAlertMessage } from '../../lib/live.ts'
import { useMinute } from '../../lib/now.ts'
import { queryOf } from '../../lib/query.ts'

const dayMs = 86_400_000
/** As far back as the list of alerts shows without being asked; a weekday names each of these days but the first. */
const shownDays = 7
/** A burst of alerts asks once. */
const restMs = 2000

/** How many alerts of the last seven days nobody has confirmed, open or ended, and since when. */
export function useUnconfirmed(
  SiteId: string,
  enabled: boolean,
): { count: number; since: string | undefined; isPending: boolean } {
  // Moves by whole hours, so that the question stays the same for an hour.
  const startTime = Math.floor(useMinute() / 3_600_000) * 3_600_000 - shownDays * dayMs
  const oldest = { SiteId, Method: 'Range', confirmed: false, startTime, order: 'asc', PageSize: 1 } as const
  // Held: the row is not replaced by another here; the question is asked again.
  const { data, refetch, isPending } = useQuery({
    ...queryOf(alerts.list, { query: oldest }),
    enabled,
    meta: { held: true },
  })
  useEffect(() => {
    if (!enabled) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = onAlertMessage(() => {
      rest ??= setTimeout(() => {
        rest = undefined
        void refetch()
      }, restMs)
    })
    return () => {
      stop()
      clearTimeout(rest)
    }
  }, [enabled, refetch])
  return { count: data?.Total ?? 0, since: data?.Items?.[0]?.StartAt, isPending }
}
