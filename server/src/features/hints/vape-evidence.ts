import type { HintEvidence } from '@eot/contract/hints'
import { medianOf, spreadOf } from '@eot/contract/quantile'
import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'

const minuteMs = 60_000
/** Before an alert starts: the first part gives the usual values, and a rise is looked for from its end on. */
export const usualFromMs = 40 * minuteMs
const usualToMs = 10 * minuteMs
/** Values that rise with a vape alert rise no earlier than this before it. */
const togetherMs = 3 * minuteMs
/** After an alert starts. */
export const episodeMs = 5 * minuteMs
/** Fewer values are not enough to know the usual value. */
const leastUsual = 4
/** The least time by which the humidity of steam rises before the alert. */
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
 * Returns what other sensors of the device indicate about a vape alert. Vapor of e-cigarettes brings particulates and solvents
 * (TVOC). Steam brings water first, and no solvents. undefined: neither.
 */
export function vapeEvidence(
  series: Readonly<Record<VapeWitness, readonly Point[]>>,
  startMs: number,
): VapeEvidence | undefined {
  const particulate = changeOf(series.particulate, 'particulate', startMs)
  const TVOC = changeOf(series.TVOC, 'TVOC', startMs)
  const humidity = changeOf(series.humidity, 'humidity', startMs)
  const lead = startMs - (humidity?.risenMs ?? startMs)
  // Unknown is not the same as unchanged.
  const isWithoutVapor = TVOC !== undefined && TVOC.evidence.Value < TVOC.evidence.Usual + leastRise.TVOC
  if (humidity?.isHighAtStart && lead >= leastLeadMs && isWithoutVapor)
    return { kind: 'ProbableSteam', evidence: [humidity.evidence], leadSeconds: Math.round(lead / 1000) }
  const roseTogether = (change: Change | undefined) =>
    change?.risenMs !== undefined && change.risenMs >= startMs - togetherMs
  if (particulate && TVOC && roseTogether(particulate) && roseTogether(TVOC) && lead < leastLeadMs)
    return {
      kind: 'CorroboratedVape',
      evidence: [particulate.evidence, TVOC.evidence],
      leadSeconds: null,
    }
  return undefined
}

interface Change {
  /** The highest value since the first part. */
  evidence: HintEvidence
  /** When it left the usual values; undefined if it did not. */
  risenMs: number | undefined
  isHighAtStart: boolean
}

/** Returns undefined if too little was measured before the alert or after its start. */
function changeOf(points: readonly Point[], sensor: VapeWitness, startMs: number): Change | undefined {
  const usualValues = points.filter(([at]) => at < startMs - usualToMs).map(([, mean]) => mean)
  const later = points.filter(([at]) => at >= startMs - usualToMs && at <= startMs + episodeMs)
  if (usualValues.length < leastUsual || !later.some(([at]) => at > startMs)) return undefined
  const usual = medianOf(usualValues)
  const limit = usual + Math.max(leastRise[sensor], 5 * spreadOf(usualValues))
  const isHigh = (point: Point | undefined) => point !== undefined && point[3] > limit
  return {
    evidence: {
      Sensor: sensor,
      Usual: usual,
      Value: later.reduce((most, [, , , max]) => Math.max(most, max), Number.NEGATIVE_INFINITY),
    },
    risenMs: later.find(isHigh)?.[0],
    isHighAtStart: isHigh(later.findLast(([at]) => at <= startMs)),
  }
}
