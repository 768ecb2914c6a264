import { type Weather, weather } from '@eot/contract/weather'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'

const refreshMs = 5 * 60_000
/** When to ask again for an answer of the weather service that the call itself did not wait for. */
const soonMs = 3000

function refetchAfter(known: Weather | undefined): number | false {
  if (known?.State === 'Off') return false
  return known?.IsRefreshing ? soonMs : refreshMs
}

/** The weather at a site, kept up to date. */
export const useWeather = (SiteId: string) =>
  useQuery({
    ...queryOf(weather.get, { query: { SiteId } }),
    refetchInterval: ({ state }) => refetchAfter(state.data),
  })
