import type { QualitySpan } from '@eot/contract/quality'
import type { LatestValues, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { isOffline } from '../../../domain/device-state.ts'
import { bandScales, type Grade, gradeOf, gradeOrder, rulerPosition } from '../../../domain/sensors/bands.ts'
import { silenceMs } from '../../../domain/sensors/longest-gap.ts'
import { type Measurement, valueAsShown } from '../../../lib/units.ts'
import { compareTexts } from '../../../texts/lists.ts'
import type { Sample } from '../../../ui/chart/sparkline.tsx'

export const dayMs = 86_400_000

/** Why a room is not ranked among the others. */
export type Unjudged =
  | { reason: 'none' | 'unwatched' }
  /** The device has sent no value since. */
  | { reason: 'old'; since: number }
  /** The device still reports, but not this sensor. `since`: undefined if it has sent none in the last day. */
  | { reason: 'silent'; since: number | undefined }
  /** The value has not changed since, although the device reports. */
  | { reason: 'stuck'; since: number }

/** A device with the value of one sensor. */
export interface Room {
  id: string
  name: string
  siteName: string
  /** In the unit of the sensor. undefined: none. */
  value: number | undefined
  /** undefined: the value describes the current state of the room. */
  unjudged: Unjudged | undefined
  /** undefined: no standard grades the sensor, or the room is not judged. */
  grade: Grade | undefined
  /** Means of the last day. */
  samples: readonly Sample[]
  points: readonly Point[]
  /** undefined: not known. */
  quality: readonly QualitySpan[] | undefined
}

/** What a sensor of a device measured in the last day. */
interface RoomSeries {
  Points: readonly Point[]
  Quality?: readonly QualitySpan[] | undefined
}
const noSeries: RoomSeries = { Points: [] }

interface Question {
  sensor: SensorKey
  measurement: Measurement
  now: number
}

/** Returns the rooms with a sensor, worst first, those that cannot be judged last. */
export function roomsOf(
  latest: readonly LatestValues[],
  seriesOf: ReadonlyMap<string, RoomSeries>,
  question: Question,
): Room[] {
  return latest
    .map((device) => roomOf(device, seriesOf.get(device.Id) ?? noSeries, question))
    .toSorted(worstFirst(question.sensor))
}

function roomOf(
  device: LatestValues,
  { Points: points, Quality: quality }: RoomSeries,
  { sensor, measurement, now }: Question,
): Room {
  const value = device.Latest[sensor]
  const unjudged = unjudgedOf(device, { points, quality }, { sensor, now })
  const scale = bandScales[sensor]
  const isGraded = value !== undefined && unjudged === undefined && scale !== undefined
  return {
    id: device.Id,
    name: device.Name,
    siteName: device.Site.Name,
    value,
    unjudged,
    grade: isGraded ? gradeOf(scale, valueAsShown(value, sensor, measurement)) : undefined,
    samples: points.map(([at, mean]) => [at, mean]),
    points,
    quality,
  }
}

function unjudgedOf(
  { Unwatched, LatestAt, Latest, Silent, Status, ReportInterval }: LatestValues,
  { points, quality }: Pick<Room, 'points' | 'quality'>,
  { sensor, now }: { sensor: SensorKey; now: number },
): Unjudged | undefined {
  if (Unwatched !== null) return { reason: 'unwatched' }
  if (LatestAt === null || Latest[sensor] === undefined) return { reason: 'none' }
  const since = Date.parse(LatestAt)
  const isOld = now - since > silenceMs(ReportInterval * 1000)
  if (isOld || isOffline(Status)) return { reason: 'old', since }
  if (Silent?.includes(sensor)) return { reason: 'silent', since: points.at(-1)?.[0] }
  // Until the newest value.
  const stuck = quality?.find(({ Quality, To }) => Quality === 'Stuck' && To > (points.at(-1)?.[0] ?? now))
  return stuck && { reason: 'stuck', since: stuck.From }
}

const worstFirst = (sensor: SensorKey) => {
  const scale = bandScales[sensor]
  /** Higher is worse. Without a standard, higher values come first. */
  const badness = ({ value = 0, grade, unjudged }: Room) => {
    if (unjudged) return 0
    if (!scale || !grade) return value
    const position = rulerPosition(scale, value)
    // If the best values are in the middle of the scale, both ends are bad.
    const isRising = scale.bands[0]?.grade === 'excellent'
    return -gradeOrder.indexOf(grade) + (isRising ? position : Math.abs(position - 0.5))
  }
  return (a: Room, b: Room) =>
    Number(a.unjudged !== undefined) - Number(b.unjudged !== undefined) ||
    badness(b) - badness(a) ||
    compareTexts(a.name, b.name)
}

/** Counts the rooms of each grade, worst first, without grades that no room has. */
export function countGrades(rooms: readonly Room[]): { grade: Grade; count: number }[] {
  return gradeOrder
    .map((grade) => ({ grade, count: rooms.filter((room) => room.grade === grade).length }))
    .filter(({ count }) => count > 0)
}
