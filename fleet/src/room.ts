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
   * Readings of the device at `atMs` (epoch ms). Throws RangeError if that is before the last sample. `incidents` are
   * those since the last sample. Effects that last seconds (voices, a puff, a hand on the device) are reported as the
   * peak since the last sample, as such sensors do.
   */
  sample(atMs: number, incidents?: readonly Incident[]): Readings
}

const settleMs = 24 * 3_600_000
const calmStepMs = 300_000
const incidentStepMs = 5_000

/** Opens the room at `startMs`, with the air left from the day before. */
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
      if (toMs < atMs) throw new RangeError(`a room cannot go back in time: ${toMs} is before ${atMs}`)
      moveTo(toMs, incidents.length > 0 ? incidents.filter(isFelt) : incidents)
      const readings = measure(spec, air, peaks, toMs, local, outdoors)
      peaks = quietPeaks
      return readings
    },
  }
}

/** Device faults do not affect the room. */
function isFelt(incident: Incident): boolean {
  return incidentTypes[incident.name].fault === null
}
