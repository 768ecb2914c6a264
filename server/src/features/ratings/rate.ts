import type { RatingStandard } from '@eot/contract/rating-standards'
import type { SensorKey } from '@eot/contract/vocabulary'
import { comfortLimits, darkBelow } from './comfort-limits.ts'
import { lostPoints } from './lost-points.ts'
import { averaged, completeness, type RoomHours } from './room-hours.ts'
import {
  airKeys,
  comfortKeys,
  estimatedFromGas,
  type LimitTable,
  type RatedKey,
  standards,
} from './standards.ts'
import { dissatisfiedAt, type Season } from './thermal-comfort.ts'

/** One quantity of a rating. */
export interface Part {
  key: RatedKey
  /** In the unit of the sensor, averaged as its limits require; null without enough samples. */
  value: number | null
  /** Predicted percentage of dissatisfied, of the temperature only. */
  dissatisfied?: number
  /** Points that the value costs by itself, 0 to 100. */
  lost: number
  /**
   * Points that it takes from the rating of the room, before rounding: all of `lost` if it is the worst part, else a quarter.
   * If the parts add up to more than 100, all are scaled down.
   */
  taken: number
  /** The quantity that counts instead, since both are estimated from the same sensor. */
  countedIn?: RatedKey
  /** The room is dark intentionally, so its light does not count. */
  isDark?: true
}

export interface RoomRating {
  /** 0 to 100; null if no quantity has enough samples. */
  score: number | null
  /** The points subtracted from 100, before rounding. */
  taken: number
  /** One part per rated sensor of the room, in the order of the tables. */
  parts: Part[]
  /** Share of the expected samples in the last hour, of the sensors with a value, or of all if none has one. */
  samples: number
}

export type KindsOf = readonly string[]

export function rateAir(room: RoomHours, kinds: KindsOf, standard: RatingStandard): RoomRating {
  const tables = standards[standard]
  const parts = airKeys
    .filter((key) => kinds.includes(key))
    .map((key) => partOf(key, tables[key], averaged(room, key, tables[key].averaging)))
  return weigh(room, parts)
}

export function rateComfort(room: RoomHours, kinds: KindsOf, season: Season): RoomRating {
  const humidity = averaged(room, 'humidity', comfortLimits.humidity.averaging)
  const parts = comfortKeys
    .filter((key) => kinds.includes(key))
    .map((key): Part => {
      const table = comfortLimits[key]
      const mean = averaged(room, key, table.averaging)
      if (mean === null) return partOf(key, table, null)
      if (key === 'temperature') {
        const dissatisfied = dissatisfiedAt(mean, humidity, season)
        return { ...partOf(key, table, dissatisfied), value: mean, dissatisfied }
      }
      if (key === 'noise') return partOf(key, table, room.noiseFloor)
      if (key === 'light' && mean < darkBelow) return { key, value: mean, lost: 0, taken: 0, isDark: true }
      return partOf(key, table, mean)
    })
  return weigh(room, parts)
}

const partOf = (key: RatedKey, table: LimitTable, value: number | null): Part => ({
  key,
  value,
  lost: value === null ? 0 : lostPoints(table, value),
  taken: 0,
})

/**
 * Weighs the quantities: the worst counts in full, the others by a quarter; of those estimated from one sensor only the worst
 * counts.
 */
function weigh(room: RoomHours, given: readonly Part[]): RoomRating {
  const parts = setTaken(given)
  const taken = totalOf(parts)
  // Darkness alone says nothing about comfort.
  const rated = parts.filter(({ value, isDark }) => value !== null && !isDark)
  const counted = rated.length > 0 ? rated : parts
  return {
    score: rated.length > 0 ? 100 - Math.round(taken) : null,
    taken,
    parts,
    samples: meanOf(counted.map(({ key }) => completeness(room.hours.get(key) ?? [], 1, room.due))),
  }
}

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { taken }) => sum + taken, 0)

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Sets the points that each part of a room takes from 100. Together they take no more than 100. */
export function setTaken(given: readonly Part[]): Part[] {
  const rated = given.filter(({ value }) => value !== null)
  const gas = worstOf(rated.filter(({ key }) => estimatedFromGas.has(key)))
  const isCounted = ({ key }: Part) => !estimatedFromGas.has(key) || key === gas?.key
  const worst = worstOf(rated.filter(isCounted))
  const parts = given.map((part): Part => {
    if (part.value === null) return part
    if (!isCounted(part) && gas) return { ...part, countedIn: gas.key }
    return { ...part, taken: part.key === worst?.key ? part.lost : part.lost / 4 }
  })
  const excess = totalOf(parts) / 100
  return excess <= 1 ? parts : parts.map((part) => ({ ...part, taken: part.taken / excess }))
}

/** Returns the quantity that costs the most, the first of several; undefined if there is none. */
export const worstOf = <P extends { lost: number }>(parts: readonly P[]): P | undefined =>
  parts.reduce<P | undefined>((worst, part) => (worst && worst.lost >= part.lost ? worst : part), undefined)

/**
 * Returns the points that a room would lose if a quantity, with those from the same sensor, lost no more than the best band
 * allows.
 */
export function takenAtTarget({ parts }: Pick<RoomRating, 'parts'>, key: SensorKey): number {
  const isLowered = (other: SensorKey) =>
    other === key || (estimatedFromGas.has(key) && estimatedFromGas.has(other))
  return totalOf(
    setTaken(
      parts.map(({ countedIn, ...part }) => ({
        ...part,
        taken: 0,
        lost: isLowered(part.key) ? Math.min(part.lost, targetLost) : part.lost,
      })),
    ),
  )
}
/** The points that a quantity may lose in the best band. */
export const targetLost = 10

/** Returns whole numbers in proportion to the weights that add up to `total`, by the largest remainder method. */
export function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum <= 0 || total <= 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (weight / sum) * total)
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((all, share) => all + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, Math.round(left))) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
