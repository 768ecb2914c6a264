import { type RatingStandard, ratingStandards } from '@eot/contract/rating-standards'
import type { RatingTypeInfo, SiteRatingType } from '@eot/contract/ratings'
import { comfortLimits } from './comfort-limits.ts'
import { methodOf } from './ratings.wire.ts'
import { airKeys, comfortKeys, type LimitTable, type RatedKey, standards } from './standards.ts'

const standardNames: Record<RatingStandard, string> = {
  EPA: 'EPA 2024',
  WHO: 'WHO 2021',
  UBA: 'UBA and ASR',
  Indoor: 'Indoor targets',
}

const air = { Key: 'AirQuality', Name: 'Air quality' } as const
const comfort = { Key: 'Comfort', Name: 'Comfort' } as const

/** Returns both types with every limit. */
export function ratingTypesToWire(): RatingTypeInfo[] {
  return [
    {
      ...air,
      Standards: ratingStandards.map((standard) => ({
        Key: standard,
        Name: standardNames[standard],
        Quantities: airKeys.map((key) => limitsToWire(key, standards[standard][key])),
      })),
    },
    {
      ...comfort,
      Standards: [
        {
          Key: null,
          Name: 'ISO 7730, EN 16798-1, WHO',
          Quantities: comfortKeys.map((key) => limitsToWire(key, comfortLimits[key])),
        },
      ],
    },
  ]
}

function limitsToWire(
  key: RatedKey,
  table: LimitTable,
): RatingTypeInfo['Standards'][number]['Quantities'][number] {
  const { aqi, averaging, points, source, unit } = table
  return {
    Sensor: key,
    Method: methodOf(key, table),
    Hours: averaging.hours,
    Unit: unit,
    Limits: points.map(([value, lost], index) => [aqi ? (aqi.highs[index - 1] ?? 0) : value, lost]),
    Source: source,
  }
}

/** Returns the types by which devices with these sensors are rated. */
export function siteTypesToWire(kinds: readonly string[], standard: RatingStandard): SiteRatingType[] {
  const types = [
    { ...air, Sensors: airKeys.filter((key) => kinds.includes(key)), Standard: standard },
    { ...comfort, Sensors: comfortKeys.filter((key) => kinds.includes(key)), Standard: null },
  ]
  return types.filter(({ Sensors }) => Sensors.length > 0)
}
