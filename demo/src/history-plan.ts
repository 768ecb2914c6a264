import { historySamples, type PastSample } from '@eot/fleet/history'
import { scheduledIncidents } from '@eot/fleet/incident-schedule'
import { type Incident, type IncidentName, incidentTypes } from '@eot/fleet/incidents'
import type { RoomSpec } from '@eot/fleet/room-types'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How often a device reports that is not made up: what is live, and the hour that is shown beside it. */
export const liveStepMs = 5 * secondMs
/** How closely is sampled what is at most so old; all divide an hour. What is finer takes longer to make. */
const steps: readonly { readonly upToMs: number; readonly stepMs: number }[] = [
  { upToMs: hourMs, stepMs: liveStepMs },
  { upToMs: dayMs, stepMs: minuteMs },
  { upToMs: 7 * dayMs, stepMs: 5 * minuteMs },
  { upToMs: Number.POSITIVE_INFINITY, stepMs: 15 * minuteMs },
]
/** The same for hours in which something happens: over in a moment, or what must last minutes to raise an alert. */
const promptStepMs = minuteMs
const slowStepMs = 2 * minuteMs
/** What something that happens leaves in the air is followed this long. */
const aftermathMs = 15 * minuteMs
/** The live part begins with rooms at rest, so nothing of the past may reach into it; what is cold stays so for long. */
const calmBeforeEndMs = (name: IncidentName) =>
  incidentTypes[name].raises === 'TemperatureLow' ? 12 * hourMs : 45 * minuteMs

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The past of one room: what happened, and what its device reported. */
export interface RoomPast {
  readonly incidents: readonly Incident[]
  samples(): Iterator<PastSample, void, undefined>
}

/** `phaseMs` sets the device apart from the others, which do not report in the same instant either. */
export function planRoomPast(spec: RoomSpec, span: Span, phaseMs: number): RoomPast {
  const incidents = [...scheduledIncidents(spec, span.fromMs, span.toMs)].filter(
    ({ name, endMs }) => endMs <= span.toMs - calmBeforeEndMs(name),
  )
  const hourOf = (atMs: number) => Math.floor((atMs - phaseMs) / hourMs)
  const eventful = new Map<number, number>()
  for (const { name, startMs, endMs } of incidents) {
    const stepMs = incidentTypes[name].prompt || isSilence(name) ? promptStepMs : slowStepMs
    // Whole hours, so that the mean of an hour does not lean to the minutes in which something happened.
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

/** An instant up to which the past is written, all devices together, before the clock goes on. */
export interface Cut {
  readonly atMs: number
  /** The device that will have been missed by then. */
  readonly missed?: number
}

/** A device is missed this long after it fell silent: five minutes, and until somebody looks. */
const missedAfterMs = 5 * minuteMs + 10_000
/** The next report after a silence has come by then. */
const returnedAfterMs = minuteMs

/**
 * The instants at which the clock stands while the past is written, in order: regular ones, and those at which a device
 * is found missing or has come back, since these are dated by the clock and not by a reading.
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
