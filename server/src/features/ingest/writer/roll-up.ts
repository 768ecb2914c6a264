import {
  addBucket,
  addValues,
  type Bucket,
  encodeBucket,
  isEmpty,
  type Level,
  newBucket,
  restart,
} from '../../readings/index.ts'
import { type ZoneClock, zoneClock } from '../../time-zones/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { DeviceRuntime } from '../devices/device-runtime.ts'
import type { ReadingInput } from './input.ts'
import type { Plan } from './plan.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Adds a new reading to the buckets of its device. The minute, hour and day of the newest reading are open and kept
 * only in memory, since they can be recomputed from the level below. A bucket is written once, when the device has
 * moved past it. A late reading is added to buckets already written.
 */
export function rollUp(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  input: ReadingInput,
  inOrder: boolean,
  plan: Plan,
): void {
  const clock = zoneClock(device.timeZone)
  if (inOrder) {
    moveTo(device, runtime, input.at, clock, plan)
    addValues(runtime.minute, input.values)
  } else {
    plan.lateDevices.add(device)
    addLate(device, runtime, input, clock, plan)
  }
}

/**
 * Closes the buckets that the device has left by reporting at `at`. After a change of the time zone, an open bucket ends when one
 * of the new zone begins. The new one never begins before the closed one ended, so that no reading is in two buckets.
 */
function moveTo(device: DeviceEntry, runtime: DeviceRuntime, at: number, clock: ZoneClock, plan: Plan): void {
  const { minute, hour, day } = runtime
  const minuteStart = clock.minuteStart(at)
  if (minuteStart === minute.start) return
  const formerMinute = minute.start
  close(device, minute, 'minute', plan)
  addBucket(hour, minute)
  restart(minute, minuteStart)
  const hourStart = clock.hourStart(at)
  if (hourStart <= hour.start) return
  close(device, hour, 'hour', plan)
  addBucket(day, hour)
  const [minuteEnd, hourEnd] = [formerMinute + minuteMs, hour.start + hourMs]
  restart(hour, Math.max(hourStart, Math.min(minuteEnd, minute.start)))
  const dayStart = clock.dayStart(at)
  if (dayStart <= day.start) return
  close(device, day, 'day', plan)
  restart(day, Math.max(dayStart, Math.min(hourEnd, hour.start)))
}

/** Stores a bucket, unless it is a minute with a single reading, which is read from that reading. */
function close(device: DeviceEntry, bucket: Bucket, level: Level, plan: Plan): void {
  if (isEmpty(bucket)) return
  if (level === 'minute' && bucket.readings === 1 && plan.omitsSingleMinutes) return
  encodeBucket(plan.closed[level], device.no, bucket)
  if (level === 'hour') plan.closedHours.push({ no: device.no, start: bucket.start })
}

function addLate(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  input: ReadingInput,
  clock: ZoneClock,
  plan: Plan,
): void {
  const { at, values } = input
  if (at >= runtime.minute.start) {
    addValues(runtime.minute, values)
    return
  }
  addLateTo('minute', clock.minuteStart(at))
  if (at >= runtime.hour.start) {
    addValues(runtime.hour, values)
    return
  }
  // After a change of the time zone, the open day may have begun within an hour of the new one.
  addLateTo(
    'hour',
    at < runtime.day.start ? clock.hourStart(at) : Math.max(clock.hourStart(at), runtime.day.start),
  )
  if (at >= runtime.day.start) {
    addValues(runtime.day, values)
    return
  }
  addLateTo('day', clock.dayStart(at))

  function addLateTo(level: Level, start: number): void {
    const key = `${device.no}/${start}`
    let row = plan.late[level].get(key)
    if (!row) {
      row = { deviceNo: device.no, bucket: newBucket(start) }
      plan.late[level].set(key, row)
    }
    addValues(row.bucket, values)
  }
}

/** Updates the newest value of each kind; an older reading only fills in missing kinds. */
export function mergeLatest({ latest }: DeviceRuntime, { values }: ReadingInput, isNewer: boolean): void {
  for (let column = 0; column < latest.length; column += 1) {
    const value = values[column] as number // one per kind
    const known = latest[column] as number
    if (!Number.isNaN(value) && (isNewer || Number.isNaN(known))) latest[column] = value
  }
}
