import { scheduledIncidents } from './incident-schedule.ts'
import type { Incident } from './incidents.ts'
import type { Readings } from './kinds.ts'
import { openRoom } from './room.ts'
import type { RoomSpec } from './room-types.ts'

/** One past sample; unlike a live one it always has all the kinds. */
export interface PastSample {
  at: number
  readings: Readings
}

/**
 * What the device in a room reported from `fromMs` to before `toMs`, every `stepMs`, its incidents included and
 * nothing where it was silent. Which incidents: `scheduledIncidents` of the same room and span.
 */
export function* historySamples(
  spec: RoomSpec,
  fromMs: number,
  toMs: number,
  stepMs: number,
): Generator<PastSample, void, undefined> {
  const upcoming = scheduledIncidents(spec, fromMs, toMs)
  const room = openRoom(spec, fromMs)
  let next = upcoming.next()
  let active: Incident[] = []
  let lastMs = fromMs
  for (let at = fromMs; at < toMs; at += stepMs) {
    if (active.length > 0) active = active.filter((incident) => incident.endMs > lastMs)
    while (!next.done && next.value.startMs <= at) {
      active.push(next.value)
      next = upcoming.next()
    }
    const readings = room.sample(at, active)
    lastMs = at
    const silent = active.some(
      ({ name, startMs, endMs }) => name === 'silence' && startMs <= at && at < endMs,
    )
    if (!silent) yield { at, readings }
  }
}
