import { bandOf, type RatingBand, type RatingStandard, type RatingType } from '@eot/contract/rating-standards'
import type { RatedQuantity, RatedRoom, Rating, RatingGain } from '@eot/contract/ratings'
import { sensorKinds } from '@eot/contract/vocabulary'
import { comfortLimits } from './comfort-limits.ts'
import { allowedUpTo } from './lost-points.ts'
import { apportion, type Part, type RoomRating, takenAtTarget, targetLost, worstOf } from './rate.ts'
import type { RatedNow } from './rate-rooms.command.ts'
import { airKeys, comfortKeys, type LimitTable, type RatedKey, standards } from './standards.ts'

export const ratingOf = (type: RatingType, rated: RatedNow): RoomRating =>
  type === 'Comfort' ? rated.comfort : rated.air

export const tableOf = (key: RatedKey, standard: RatingStandard): LimitTable =>
  ({ ...standards[standard], ...comfortLimits })[key]

export const methodOf = (key: RatedKey, { averaging }: LimitTable): RatedQuantity['Method'] =>
  key === 'noise' ? 'L90' : averaging.method

const unitOf = (key: RatedKey) => sensorKinds.find((kind) => kind.key === key)?.unit ?? ''
/** Enough digits for any sensor. */
const shown = (value: number) => Number(value.toPrecision(6))

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the mean of the scores of rooms, without those that have none. */
export function meanScore(scores: readonly (number | null)[]): number | null {
  const known = mean(scores.flatMap((score) => score ?? []))
  return known === null ? null : Math.round(known)
}

interface Rated {
  type: RatingType
  siteId: string
  at: number
  standard: RatingStandard
  before: number | null
  rooms: readonly RatedNow[]
}

/** Converts the rating of a site: every room has the same weight, and those without a score are only counted. */
export function siteRatingToWire({ type, siteId, at, standard, before, rooms }: Rated): Rating {
  const ratings = rooms.map((rated) => ratingOf(type, rated))
  const scored = ratings.filter(({ score }) => score !== null)
  const score = meanScore(scored.map(({ score }) => score))
  const quantities = quantitiesOf(type, standard, scored, ratings, score)
  const lead = worstOf(quantities.map(({ Sensor, Points }) => ({ Sensor, lost: Points })))
  const count = (band: RatingBand) =>
    scored.filter(({ score }) => score !== null && bandOf(score) === band).length
  return {
    Type: type,
    SiteId: siteId,
    At: new Date(at).toISOString(),
    Standard: standard,
    Score: score,
    Band: score === null ? null : bandOf(score),
    Before: before,
    Lead: lead && lead.lost > 0 ? lead.Sensor : null,
    Quantities: quantities,
    Sensors: {
      Rated: quantities.filter(({ Value }) => Value !== null).length,
      Known: quantities.length,
    },
    Samples: shown(mean((scored.length > 0 ? scored : ratings).map(({ samples }) => samples)) ?? 0),
    Rooms: {
      Rated: scored.length,
      Known: rooms.length,
      Excellent: count('Excellent'),
      Good: count('Good'),
      Fair: count('Fair'),
      Poor: count('Poor'),
    },
  }
}

function quantitiesOf(
  type: RatingType,
  standard: RatingStandard,
  scored: readonly RoomRating[],
  all: readonly RoomRating[],
  score: number | null,
): RatedQuantity[] {
  const keys = (type === 'Comfort' ? comfortKeys : airKeys).filter((key) =>
    all.some(({ parts }) => parts.some((part) => part.key === key)),
  )
  const found = keys.map((key) => ({
    key,
    parts: scored.flatMap(({ parts }) => parts.filter((part) => part.key === key && part.value !== null)),
  }))
  const weights = found.map(({ parts }) => parts.reduce((sum, { taken }) => sum + taken, 0))
  const points = apportion(weights, score === null ? 0 : 100 - score)
  return found
    .map(({ key, parts }, index) => quantityToWire(key, tableOf(key, standard), parts, points[index] ?? 0))
    .sort((a, b) => b.Points - a.Points)
}

function quantityToWire(
  key: RatedKey,
  table: LimitTable,
  parts: readonly Part[],
  points: number,
): RatedQuantity {
  const value = mean(parts.flatMap(({ value }) => value ?? []))
  const lost = mean(parts.map(({ lost }) => lost))
  const dissatisfied = mean(parts.flatMap(({ dissatisfied }) => dissatisfied ?? []))
  const [counted] = parts.flatMap(({ countedIn }) => countedIn ?? [])
  return {
    Sensor: key,
    Value: value === null ? null : shown(value),
    Unit: unitOf(key),
    Method: methodOf(key, table),
    Hours: table.averaging.hours,
    ...(dissatisfied !== null && { Dissatisfied: shown(dissatisfied) }),
    IsEstimated: key === 'ECO2',
    // Which of them is the worst may differ between rooms.
    CountedIn: counted !== undefined && parts.every(({ countedIn }) => countedIn) ? counted : null,
    IsDark: parts.length > 0 && parts.every(({ isDark }) => isDark),
    Points: points,
    Band: lost === null ? null : bandOf(100 - lost),
  }
}

export function roomToWire(type: RatingType, rated: RatedNow, hours: readonly (number | null)[]): RatedRoom {
  const { room } = rated
  const { score, parts, samples } = ratingOf(type, rated)
  const lead = worstOf(parts.map((part) => ({ ...part, lost: part.taken })))
  return {
    Id: room.id,
    Name: room.name,
    Site: { Id: room.site_id, Name: room.site_name },
    Score: score,
    Band: score === null ? null : bandOf(score),
    Lead:
      lead && lead.value !== null && lead.taken > 0
        ? { Sensor: lead.key, Value: shown(lead.value), Unit: unitOf(lead.key) }
        : null,
    Sensors: { Rated: parts.filter(({ value }) => value !== null).length, Known: parts.length },
    Samples: shown(samples),
    LatestAt: room.latest_at?.toISOString() ?? null,
    Hours: [...hours],
  }
}

/** Sorts the worst first, then those without a score. */
export const byScore = (type: RatingType) => (a: RatedNow, b: RatedNow) =>
  (ratingOf(type, a).score ?? 101) - (ratingOf(type, b).score ?? 101)

const mostGains = 3

/**
 * Returns what a site would gain if a quantity were within the best band in all rooms: the most first, whole points only. Of
 * those estimated from one sensor, each room has only the one that costs it points, since the others may be in the best band.
 */
export function gainsToWire(
  type: RatingType,
  standard: RatingStandard,
  rooms: readonly RatedNow[],
): RatingGain[] {
  const scored = rooms.filter((rated) => ratingOf(type, rated).score !== null)
  const keys = (type === 'Comfort' ? comfortKeys : airKeys).filter((key) =>
    scored.some((rated) => ratingOf(type, rated).parts.some((part) => part.key === key && part.taken > 0)),
  )
  const gains = keys.flatMap((key): (RatingGain & { exact: number })[] => {
    const gained = scored
      .filter((rated) => ratingOf(type, rated).parts.some((part) => part.key === key && part.taken > 0))
      .map((rated) => {
        const rating = ratingOf(type, rated)
        return { room: rated.room, gain: rating.taken - takenAtTarget(rating, key) }
      })
      .filter(({ gain }) => gain > 1e-9)
      .sort((a, b) => b.gain - a.gain)
    const exact = gained.reduce((sum, { gain }) => sum + gain, 0) / scored.length
    const [worst] = gained
    if (!worst || Math.round(exact) < 1) return []
    const { least, greatest } = allowedUpTo(tableOf(key, standard), targetLost)
    const sites = Map.groupBy(gained, ({ room }) => room.site_id)
    const [site] = [...sites].sort(([, a], [, b]) => b.length - a.length)
    const named = { Id: worst.room.id, Name: worst.room.name }
    return [
      {
        Sensor: key,
        Points: Math.round(exact),
        Rooms: gained.length,
        Least: least,
        Greatest: greatest,
        Worst: named,
        Site: {
          Id: site?.[0] ?? worst.room.site_id,
          Name: site?.[1][0]?.room.site_name ?? worst.room.site_name,
          Rooms: site?.[1].length ?? 0,
        },
        exact,
      },
    ]
  })
  return gains
    .sort((a, b) => b.exact - a.exact)
    .slice(0, mostGains)
    .map(({ exact: _, ...gain }) => gain)
}
