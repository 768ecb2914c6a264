import { type Incident, incidentTypes, influenceOf } from './incidents.ts'
import type { Readings } from './kinds.ts'
import { outdoorsOf } from './outdoors.ts'
import { driftRoom, type RoomAir, settledAir } from './room-air.ts'
import { measure, type Peaks, quietPeaks, widenPeaks } from './room-sensors.ts'
import type { RoomSpec } from './room-types.ts'
import { siteClock } from './site-clock.ts'

export interface Room {
  readonly spec: RoomSpec
  /**
   * What the device in the room reads at `atMs`, which must not lie before the instant asked for last.
   * `incidents` are those that touch the time in between; what is over in seconds (voices, a puff, a hand on
   * the device) is reported as its peak since the last reading, as such sensors do.
   */
  sample(atMs: number, incidents?: readonly Incident[]): Readings
}

const settleMs = 24 * 3_600_000
const calmStepMs = 300_000
const incidentStepMs = 5_000

/** Opens the room at `startMs`, with the air that the day before has left in it. */
export function openRoom(spec: RoomSpec, startMs: number): Room {
  const localAt = siteClock(spec.timeZone)
  const outdoorsAt = outdoorsOf(spec.timeZone)
  let atMs = startMs - settleMs
  let local = localAt(atMs)
  let outdoors = outdoorsAt(atMs, local)
  let air: RoomAir = settledAir(outdoors)
  let peaks: Peaks = quietPeaks

  const moveTo = (toMs: number, incidents: readonly Incident[]) => {
    const stepMs = incidents.length > 0 ? incidentStepMs : calmStepMs
    while (atMs < toMs) {
      const nextMs = Math.min(toMs, atMs + stepMs)
      const influence = influenceOf(incidents, (atMs + nextMs) / 2)
      local = localAt(nextMs)
      outdoors = outdoorsAt(nextMs, local)
      air = driftRoom(spec, air, (nextMs - atMs) / 3_600_000, local, outdoors, influence)
      if (incidents.length > 0) peaks = widenPeaks(peaks, air, influence)
      atMs = nextMs
    }
  }
  moveTo(startMs, [])

  return {
    spec,
    sample(toMs, incidents = []) {
      if (toMs < atMs) throw new RangeError(`a room cannot go back in time: ${toMs} lies before ${atMs}`)
      moveTo(toMs, incidents.length > 0 ? incidents.filter(isFelt) : incidents)
      const readings = measure(spec, air, peaks, toMs, local, outdoors)
      peaks = quietPeaks
      return readings
    },
  }
}

/** A fault of the device leaves the room as it is. */
function isFelt(incident: Incident): boolean {
  return incidentTypes[incident.name].fault === null
}
