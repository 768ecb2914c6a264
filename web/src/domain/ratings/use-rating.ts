import type { RatingType } from '@eot/contract/rating-standards'
import { ratings } from '@eot/contract/ratings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { watchRatings } from '../../lib/live/live.ts'

const refetchInterval = 60_000
/** Rooms that the page of ratings lists. */
export const roomsListed = 10

const siteQuery = (SiteId: string, Type: RatingType) => ({ query: { SiteId, Type, results: roomsListed } })

/** The rating of a site, up to date with each reading; its rooms follow every minute. */
export function useSiteRating(siteId: string, type: RatingType) {
  const queryClient = useQueryClient()
  const options = queryOf(ratings.now, siteQuery(siteId, type))
  useEffect(
    () =>
      watchRatings(siteId, (message) => {
        const { queryKey } = queryOf(ratings.now, siteQuery(siteId, type))
        queryClient.setQueryData(queryKey, (known) => {
          if (!known) return known
          const { Before: _, ...news } = message[type]
          return { ...known, ...news }
        })
      }),
    [queryClient, siteId, type],
  )
  return useQuery({ ...options, refetchInterval })
}

/** The rating of one device, read again when the ratings of its site change. */
export function useRoomRating(siteId: string, deviceId: string, type: RatingType) {
  const queryClient = useQueryClient()
  const options = queryOf(ratings.now, { query: { SiteId: siteId, DeviceId: deviceId, Type: type } })
  useEffect(
    () =>
      watchRatings(siteId, () => {
        const { queryKey } = queryOf(ratings.now, {
          query: { SiteId: siteId, DeviceId: deviceId, Type: type },
        })
        void queryClient.invalidateQueries({ queryKey })
      }),
    [queryClient, siteId, deviceId, type],
  )
  return useQuery({ ...options, refetchInterval })
}
