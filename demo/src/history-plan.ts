import { historySamples, type PastSample } from '@eot/fleet/history'
import { scheduledIncidents } from '@eot/fleet/incident-schedule'
import { type Incident, type IncidentName, incidentTypes } from '@eot/fleet/incidents'
import type { RoomSpec } from '@eot/fleet/room-types'
import type { ReportIntervals } from '@eot/server/features/readings/index'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Reporting interval of live devices, also used for the last hour of history. */
export const liveStepMs = 5 * secondMs
/** Sampling interval by age. Each divides an hour evenly. Shorter intervals take longer to generate. */
const steps: readonly { readonly upToMs: number; readonly stepMs: number }[] = [
  { upToMs: hourMs, stepMs: liveStepMs },
  // The last 24 hours are shown from the beginning of an hour.
  { upToMs: dayMs + hourMs, stepMs: minuteMs },
  { upToMs: 7 * dayMs, stepMs: 5 * minuteMs },
  { upToMs: Number.POSITIVE_INFINITY, stepMs: 15 * minuteMs },
]
/** Maximum sampling interval in hours with an incident: prompt ones, and those that last minutes to raise an alert. */
const promptStepMs = minuteMs
const slowStepMs = 2 * minuteMs
/** How long after an incident its effect on the air is sampled closely. */
const aftermathMs = 15 * minuteMs
/** Time without incidents before the end, since live rooms start without any. Cold rooms take long to recover. */
const calmBeforeEndMs = (name: IncidentName) =>
  incidentTypes[name].raises === 'TemperatureLow' ? 12 * hourMs : 45 * minuteMs

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The past of one room: its incidents, and the samples of its device. */
export interface RoomPast {
  readonly incidents: readonly Incident[]
  samples(): Iterator<PastSample, void, undefined>
}

/**
 * `phaseMs` offsets the samples, so that devices do not all report at the same instant. During `outages`, the device is
 * silent and nothing else happens.
 */
export function planRoomPast(
  spec: RoomSpec,
  span: Span,
  phaseMs: number,
  outages: readonly Span[] = [],
): RoomPast {
  const happened = [...scheduledIncidents(spec, span.fromMs, span.toMs)].filter(
    ({ name, startMs, endMs }) =>
      endMs <= span.toMs - calmBeforeEndMs(name) &&
      outages.every(({ fromMs, toMs }) => endMs + aftermathMs < fromMs || startMs > toMs + aftermathMs),
  )
  const silences = outages
    .filter(({ fromMs, toMs }) => fromMs > span.fromMs && toMs < span.toMs)
    .map(({ fromMs, toMs }): Incident => ({ name: 'silence', startMs: fromMs, endMs: toMs, strength: 1 }))
  const incidents = [...happened, ...silences].sort((one, other) => one.startMs - other.startMs)
  const hourOf = (atMs: number) => Math.floor((atMs - phaseMs) / hourMs)
  const eventful = new Map<number, number>()
  for (const { name, startMs, endMs } of incidents) {
    const stepMs = incidentTypes[name].prompt || isSilence(name) ? promptStepMs : slowStepMs
    // Whole hours, so that hourly means are not biased toward the minutes of the incident.
    for (let hour = hourOf(startMs); hour <= hourOf(endMs + aftermathMs); hour++)
      eventful.set(hour, Math.min(stepMs, eventful.get(hour) ?? stepMs))
  }
  const stepAfter = (atMs: number) =>
    Math.min(usualStepMs(span.toMs - atMs), eventful.get(hourOf(atMs)) ?? hourMs)
  const firstStepMs = stepAfter(span.fromMs)
  const firstMs = Math.ceil((span.fromMs - phaseMs) / firstStepMs) * firstStepMs + phaseMs
  return {
    incidents,
    samples: () => historySamples(spec, firstMs, span.toMs, stepAfter, incidents),
  }
}

function usualStepMs(ageMs: number): number {
  return steps.find(({ upToMs }) => ageMs <= upToMs)?.stepMs ?? minuteMs
}

/** Returns the sampling intervals of a history that ends at `toMs`, oldest first. The first one applies from the beginning. */
export function historyIntervals(toMs: number): ReportIntervals {
  const [first = { since: Number.NEGATIVE_INFINITY, ms: minuteMs }, ...later] = steps
    .map(({ stepMs }, index) => ({ since: toMs - (steps[index]?.upToMs ?? 0), ms: stepMs }))
    .toReversed()
  return [first, ...later]
}

/** An instant up to which the past of all devices is written before the clock advances. */
export interface Cut {
  readonly atMs: number
  /** Index of the device that goes missing at this instant. */
  readonly missed?: number
}

/** Time until a silent device counts as missing: five minutes, plus the check interval. */
const missedAfterMs = 5 * minuteMs + 10_000
/** Time within which a device has reported again after a silence. */
const returnedAfterMs = minuteMs

/**
 * Returns the instants to which the clock advances while the past is written, in order: regular ones, and those when a device
 * goes missing or returns, since such events take their time from the clock and not from a reading.
 */
export function planCuts(pasts: readonly Pick<RoomPast, 'incidents'>[], span: Span, everyMs: number): Cut[] {
  const cuts: Cut[] = []
  for (let atMs = span.fromMs + everyMs; atMs < span.toMs; atMs += everyMs) cuts.push({ atMs })
  pasts.forEach(({ incidents }, index) => {
    for (const { name, startMs, endMs } of incidents) {
      if (!isSilence(name) || startMs < span.fromMs) continue
      cuts.push({ atMs: startMs + missedAfterMs, missed: index }, { atMs: endMs + returnedAfterMs })
    }
  })
  cuts.push({ atMs: span.toMs })
  return cuts.sort((a, b) => a.atMs - b.atMs)
}

function isSilence(name: IncidentName): boolean {
  return incidentTypes[name].fault === 'silence'
}
