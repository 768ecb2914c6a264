import { drift, seedOf } from './seeded-noise.ts'
import type { LocalTime } from './site-clock.ts'

/** Outdoor air and light. */
export interface Outdoors {
  /** °C */
  readonly temperature: number
  /** Absolute humidity, g/m³ */
  readonly vapor: number
  /** lx, unshaded */
  readonly daylight: number
  /** µg/m³ */
  readonly particulate: number
  /** ppb */
  readonly no2: number
  /** ppm */
  readonly co: number
}

const southern =
  /^Australia|^Antarctica|Auckland|Chatham|Fiji|Sao_Paulo|Buenos_Aires|Argentina|Montevideo|Asuncion|Santiago|La_Paz|Johannesburg|Harare|Maputo|Windhoek/

const latitude = (45 * Math.PI) / 180

/** Absolute humidity of saturated air in g/m³ (Magnus formula). */
export function saturation(celsius: number): number {
  return (216.7 * 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius))) / (273.15 + celsius)
}

/** Weather of a temperate climate, shared by all rooms in a time zone. */
export function outdoorsOf(timeZone: string): (atMs: number, local: LocalTime) => Outdoors {
  const seed = seedOf(timeZone)
  const seasonShift = southern.test(timeZone) ? 0.5 : 0
  return (atMs, local) => {
    const days = atMs / 86_400_000
    const season = 2 * Math.PI * (local.yearPart + seasonShift)
    const cloud = 0.5 + 0.5 * drift(seed, 1, days * 2)
    const front = drift(seed, 2, days / 3)
    const temperature =
      11 -
      9 * Math.cos(season - 0.35) -
      (4 - 2.5 * cloud) * Math.cos(((local.hour - 3) / 12) * Math.PI) +
      4 * front
    const tilt = 0.409 * Math.sin(season - 1.395)
    const sun =
      Math.sin(latitude) * Math.sin(tilt) +
      Math.cos(latitude) * Math.cos(tilt) * Math.cos(((local.hour - 12.7) / 12) * Math.PI)
    const rush = isWorkday(local) ? peak(local.hour, 8, 1.2) + 0.8 * peak(local.hour, 17, 1.5) : 0
    return {
      temperature,
      vapor: (0.72 + 0.18 * drift(seed, 3, days)) * saturation(temperature),
      daylight: sun > 0 ? 95_000 * sun * (1 - 0.78 * cloud) : 0,
      particulate: 8 * Math.exp(0.7 * drift(seed, 4, days / 2)) + 4 * rush,
      no2: 11 + 5 * front + 16 * rush,
      co: 0.25 + 0.35 * rush,
    }
  }
}

export function isWorkday(local: LocalTime): boolean {
  return local.weekday >= 1 && local.weekday <= 5
}

/** 1 at `center`, falling to 0 within `width` hours on either side. */
function peak(hour: number, center: number, width: number): number {
  const distance = Math.abs(hour - center) / width
  return distance < 1 ? 1 - distance * distance : 0
}
