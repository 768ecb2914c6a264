import type { HintKind } from '@eot/contract/hints'
import { medianOf } from '@eot/contract/quantile'
import {
  type ComparedSensor,
  driftDays,
  driftOf,
  leastDifferences,
  leastRooms,
  unlikeRooms,
} from './room-rules.ts'

const comparedDays = 7
/** With fewer days, a week is not comparable. */
const leastDays = 5
/** Fresh, clean air is the same in every room, so a drifting gas sensor shows in its lowest values. */
const byLowest: readonly ComparedSensor[] = ['ECO2', 'TVOC', 'IAQ', 'particulate']

/** The last days of a sensor, oldest first; undefined: not measured. */
export interface RoomDays {
  means: readonly (number | undefined)[]
  lows: readonly (number | undefined)[]
}

export interface RoomFinding {
  kind: Extract<HintKind, 'RoomUnlikeOthers' | 'SensorDrift'>
  /** The index of the room. */
  index: number
  usual: number
  value: number
  /** How many other rooms it was compared with. */
  rooms: number
  days: number
}

/** Finds values that differ from the other rooms of a site in the last week, and drifts in the last four weeks. */
export const compareRooms = (rooms: readonly RoomDays[], sensor: ComparedSensor): RoomFinding[] => [
  ...findUnlike(rooms, sensor),
  ...findDrifts(rooms, sensor),
]

function findUnlike(rooms: readonly RoomDays[], sensor: ComparedSensor): RoomFinding[] {
  const values = rooms.map(({ means }) => {
    const last = measured(means.slice(-comparedDays))
    return last.length < leastDays ? undefined : medianOf(last)
  })
  const others = measured(values).length - 1
  return unlikeRooms(values, leastDifferences[sensor].unlike).map((found) => ({
    ...found,
    kind: 'RoomUnlikeOthers',
    rooms: others,
    days: comparedDays,
  }))
}

function findDrifts(rooms: readonly RoomDays[], sensor: ComparedSensor): RoomFinding[] {
  const daily = rooms.map(({ means, lows }) => (byLowest.includes(sensor) ? lows : means))
  return daily.flatMap((own, index) => {
    const others = daily.filter((_, at) => at !== index)
    const usual = Array.from({ length: driftDays }, (_, day) => {
      const ofDay = measured(others.map((values) => values[day]))
      return ofDay.length < leastRooms - 1 ? undefined : medianOf(ofDay)
    })
    const drift = driftOf(own, usual, leastDifferences[sensor].drift)
    if (!drift) return []
    const { from, to, days } = drift
    return [{ kind: 'SensorDrift', index, usual: from, value: to, rooms: others.length, days }]
  })
}

const measured = (values: readonly (number | undefined)[]) =>
  values.filter((value): value is number => value !== undefined)
