import type { Weather, WeatherHour } from '@eot/contract/weather'
import { isWithin } from '../../access/site-path.ts'
import type { WeatherProvider } from '../../platform/weather-provider.ts'
import type { KnownWeather } from './ask-weather.command.ts'
import { daysOf, iconOf, isStale, type Outdoors } from './outlook.ts'
import type { SitePlace } from './site-place.ts'

const nothing = {
  Place: null,
  Current: null,
  Hours: [],
  Days: [],
  UpdatedAt: null,
  IsStale: false,
  IsRefreshing: false,
} as const

export const weatherOff = (timeZone: string): Weather => ({
  State: 'Off',
  TimeZone: timeZone,
  ...nothing,
  Hours: [],
  Days: [],
  Attribution: null,
})

interface Around {
  /** Hours from the beginning of today. */
  hours: readonly Outdoors[]
  timeZone: string
  callerPath: string
  attribution: WeatherProvider['attribution']
  now: Date
}

export function weatherToWire({ place, cell, isAsking }: KnownWeather, around: Around): Weather {
  const { hours, timeZone, callerPath, attribution, now } = around
  const fetchedAt = cell?.fetchedAt ?? null
  const known = {
    ...nothing,
    Hours: [],
    Days: [],
    TimeZone: timeZone,
    Place: placeToWire(place, callerPath),
    IsRefreshing: isAsking,
    Attribution: { Name: attribution.name, Url: attribution.url, License: attribution.license },
  }
  if (place.kind === 'none') return { ...known, State: place.hasAddress ? 'AddressNotFound' : 'NoAddress' }
  if (fetchedAt === null) return { ...known, State: isAsking ? 'Pending' : 'Failed' }
  const thisHour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const last = hours.findLast(({ at }) => at <= now)
  const current = cell?.current ?? last
  return {
    ...known,
    State: 'Ready',
    Current: current ? outdoorsToWire(current) : null,
    Hours: hours
      .filter(({ at }) => at >= thisHour && at.getTime() < thisHour.getTime() + shownHours * hourMs)
      .map(outdoorsToWire),
    Days: daysOf(hours, timeZone, now),
    UpdatedAt: fetchedAt.toISOString(),
    IsStale: isStale(fetchedAt, now),
  }
}

const hourMs = 3_600_000
const shownHours = 36

const outdoorsToWire = (outdoors: Outdoors): WeatherHour => ({
  At: outdoors.at.toISOString(),
  Temperature: outdoors.temperature,
  Humidity: outdoors.humidity,
  Icon: iconOf(outdoors),
})

function placeToWire(place: SitePlace, callerPath: string): Weather['Place'] {
  if (place.kind !== 'found') return null
  const { site, point, name } = place
  return {
    Name: name,
    Latitude: point.latitude,
    Longitude: point.longitude,
    Site: isWithin(site.path, callerPath) ? { Id: site.id, Name: site.name } : null,
  }
}
