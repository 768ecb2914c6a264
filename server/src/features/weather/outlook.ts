import type { WeatherDay, WeatherIcon } from '@eot/contract/weather'
import { zoneClock } from '../time-zones/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The weather at an instant. null: not reported. */
export interface Outdoors {
  at: Date
  temperature: number
  humidity: number | null
  code: number | null
  isDay: boolean | null
}

type Sky = 'Clear' | 'FewClouds' | 'Cloudy' | 'Fog' | 'Showers' | 'Rain' | 'Snow' | 'Thunderstorm'

/** WMO 4677 as weather services use it, the highest code of each. */
const skies: readonly (readonly [number, Sky])[] = [
  [0, 'Clear'],
  [2, 'FewClouds'],
  [3, 'Cloudy'],
  [48, 'Fog'],
  [67, 'Rain'],
  [77, 'Snow'],
  [82, 'Showers'],
  [86, 'Snow'],
  [99, 'Thunderstorm'],
]

function skyOf(code: number | null): Sky | undefined {
  return code === null ? undefined : skies.find(([highest]) => code <= highest)?.[1]
}

/** Returns the icon of a weather code (spec 3). null: not reported. */
export function iconOf({ code, isDay }: Pick<Outdoors, 'code' | 'isDay'>): WeatherIcon | null {
  const sky = skyOf(code)
  if (sky === 'Clear' || sky === 'FewClouds' || sky === 'Showers')
    return isDay === false ? `${sky}Night` : `${sky}Day`
  return sky ?? null
}

const bySeverity: readonly Sky[] = [
  'Clear',
  'FewClouds',
  'Cloudy',
  'Fog',
  'Showers',
  'Rain',
  'Snow',
  'Thunderstorm',
]

/** With fewer hours, the warmest and the coldest time of a day may be missing. */
const leastHours = 20
const mostDays = 7

/** Returns the days from today, in local time. Days with too many missing hours are left out. */
export function daysOf(hours: readonly Outdoors[], timeZone: string, now: Date): WeatherDay[] {
  const clock = zoneClock(timeZone)
  const today = clock.dayStart(now.getTime())
  const byDay = Map.groupBy(hours, ({ at }) => clock.dayStart(at.getTime()))
  return [...byDay]
    .filter(([start, all]) => start >= today && all.length >= leastHours)
    .sort(([a], [b]) => a - b)
    .slice(0, mostDays)
    .map(([start, all]) => {
      const temperatures = all.map(({ temperature }) => temperature)
      return {
        Date: new Date(start + clock.offsetAt(start)).toISOString().slice(0, 10),
        Min: Math.min(...temperatures),
        Max: Math.max(...temperatures),
        Icon: iconOfDay(all),
      }
    })
}

function iconOfDay(hours: readonly Outdoors[]): WeatherIcon | null {
  const daylight = hours.filter(({ isDay }) => isDay)
  const codes = (daylight.length > 0 ? daylight : hours).map(({ code }) => code)
  const worst = codes.toSorted((a, b) => severity(b) - severity(a))[0] ?? null
  return iconOf({ code: worst, isDay: true })
}

const severity = (code: number | null): number => {
  const sky = skyOf(code)
  return sky === undefined ? -1 : bySeverity.indexOf(sky)
}

/** The service renews its values every quarter of an hour. */
export const freshMs = hourMs / 4
const staleMs = hourMs

/** Returns whether the newest answer is too old to count as the current weather. */
export const isStale = (fetchedAt: Date, now: Date): boolean => now.getTime() - fetchedAt.getTime() > staleMs

/** Returns how long to pause after this many consecutive failures: a minute, then twice as long each time, up to an hour. */
export const pauseMs = (failures: number, retryAfterMs: number): number =>
  Math.max(Math.min(60_000 * 2 ** Math.min(failures - 1, 10), hourMs), retryAfterMs)

/** Returns how many days before today to request, so that no hour since the last answer is missing. */
export function pastDaysOf(fetchedAt: Date | null, now: Date, most: number): number {
  if (fetchedAt === null) return most
  return Math.min(most, Math.ceil((now.getTime() - fetchedAt.getTime()) / dayMs) + 1)
}
