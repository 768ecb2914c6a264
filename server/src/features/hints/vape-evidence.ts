import type { HintEvidence } from '@eot/contract/hints'
import { medianOf, spreadOf } from '@eot/contract/quantile'
import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'

const minuteMs = 60_000
/** Before an alert starts: what is usual is measured in the first part, and a rise is looked for from its end on. */
export const usualFromMs = 40 * minuteMs
const usualToMs = 10 * minuteMs
/** After an alert starts. */
export const episodeMs = 5 * minuteMs
/** Fewer values say nothing of what is usual. */
const leastUsual = 4
/** How much earlier than the alert the humidity of steam has risen. */
const leastLeadMs = minuteMs

/** The least rises that count, in the units of the sensors, and more than five spreads of the usual values. */
const leastRise = { particulate: 10, TVOC: 60, humidity: 6 } as const
export type VapeWitness = keyof typeof leastRise
export const vapeWitnesses = Object.keys(leastRise) as (VapeWitness & SensorKey)[] // the keys of the table

export interface VapeEvidence {
  kind: 'CorroboratedVape' | 'ProbableSteam'
  evidence: HintEvidence[]
  /** How long before the alert the humidity rose; null unless it is steam. */
  leadSeconds: number | null
}

/**
 * What other sensors of the device say about a vape alert. Vapor of e-cigarettes brings particulates and solvents (TVOC).
 * Steam brings water first, and no solvents. undefined: neither can be said.
 */
export function vapeEvidence(
  series: Readonly<Record<VapeWitness, readonly Point[]>>,
  startMs: number,
): VapeEvidence | undefined {
  const rises = {
    particulate: riseOf(series.particulate, 'particulate', startMs),
    TVOC: riseOf(series.TVOC, 'TVOC', startMs),
    humidity: riseOf(series.humidity, 'humidity', startMs),
  }
  const { particulate, TVOC, humidity } = rises
  const lead = humidity ? startMs - humidity.fromMs : 0
  if (humidity && lead >= leastLeadMs && !TVOC)
    return { kind: 'ProbableSteam', evidence: [humidity.evidence], leadSeconds: Math.round(lead / 1000) }
  if (particulate && TVOC && lead < leastLeadMs)
    return {
      kind: 'CorroboratedVape',
      evidence: [particulate.evidence, TVOC.evidence],
      leadSeconds: null,
    }
  return undefined
}

interface Rise {
  evidence: HintEvidence
  /** When it left the usual values. */
  fromMs: number
}

function riseOf(points: readonly Point[], sensor: VapeWitness, startMs: number): Rise | undefined {
  const usualValues = points.filter(([at]) => at < startMs - usualToMs).map(([, mean]) => mean)
  if (usualValues.length < leastUsual) return undefined
  const usual = medianOf(usualValues)
  const limit = usual + Math.max(leastRise[sensor], 5 * spreadOf(usualValues))
  const high = points.filter(
    ([at, , , max]) => at >= startMs - usualToMs && at <= startMs + episodeMs && max > limit,
  )
  const [first] = high
  if (!first) return undefined
  const highest = high.reduce((most, [, , , max]) => Math.max(most, max), first[3])
  return { evidence: { Sensor: sensor, Usual: usual, Value: highest }, fromMs: first[0] }
}
