import { scheduledIncidents } from './incident-schedule.ts'
import type { Incident } from './incidents.ts'
import type { Readings } from './kinds.ts'
import { openRoom } from './room.ts'
import type { RoomSpec } from './room-types.ts'

/** A sample of the past. Unlike a live sample, it always has all kinds. */
export interface PastSample {
  at: number
  readings: Readings
}

/**
 * Samples of the device in a room over [fromMs, toMs), with the effects of incidents and without the samples missed
 * during a silence. `step` is the interval in ms, or a function from the time of a sample to the interval after it.
 * `incidents` must be ordered by start; defaults to those of the schedule.
 */
export function* historySamples(
  spec: RoomSpec,
  fromMs: number,
  toMs: number,
  step: number | ((atMs: number) => number),
  incidents: Iterable<Incident> = scheduledIncidents(spec, fromMs, toMs),
): Generator<PastSample, void, undefined> {
  const stepAfter = typeof step === 'number' ? () => step : step
  const upcoming = incidents[Symbol.iterator]()
  const room = openRoom(spec, fromMs)
  let next = upcoming.next()
  let active: Incident[] = []
  let lastMs = fromMs
  for (let at = fromMs; at < toMs; at += stepAfter(at)) {
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
