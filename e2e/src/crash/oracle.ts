import type { Stream } from './streams.ts'

export interface ExpectedAlert {
  type: string
  startedAt: number
  endedAt: number | null
  value: number
  peak: number
}

interface Rule {
  type: string
  kind: string
  raise: number
  clear: number
  hold: number
  clearHold: number
  cooldown: number
  /** A kind that reports moments ends after this long without a value over the clear level. */
  quiet: number
}

const second = 1000
/** The default rules of the two kinds, repeated independently of the product. */
const rules: Rule[] = [
  {
    type: 'ECO2',
    kind: 'ECO2',
    raise: 1500,
    clear: 1350,
    hold: 300 * second,
    clearHold: 300 * second,
    cooldown: 600 * second,
    quiet: Infinity,
  },
  {
    type: 'Vape',
    kind: 'vape',
    raise: 50,
    clear: 35,
    hold: 0,
    clearHold: 30 * second,
    cooldown: 60 * second,
    quiet: 120 * second,
  },
]

/**
 * The simplest implementation of the rule, over a stream of samples in order, without batches, restarts or stored state.
 * Therefore the devices compared with it send their samples in order.
 */
export function expectAlerts(stream: Stream, count: number): ExpectedAlert[] {
  return rules.flatMap((rule) => expectAlertsOf(rule, stream, count))
}

function expectAlertsOf(rule: Rule, { sampleAt }: Stream, count: number): ExpectedAlert[] {
  const alerts: ExpectedAlert[] = []
  let open: ExpectedAlert | undefined
  let beyondSince: number | undefined
  let beyondLast = 0
  let clearSince: number | undefined
  let silentUntil = -Infinity
  for (let n = 0; n < count; n += 1) {
    const { at, readings } = sampleAt(n)
    const value = readings[rule.kind] ?? 0
    const isBeyond = value >= rule.raise
    clearSince = value <= rule.clear ? (clearSince ?? at) : undefined
    beyondSince = isBeyond ? (beyondSince ?? at) : undefined
    const quietAt = beyondLast + rule.quiet
    const isQuiet = quietAt < at
    if (open && (isQuiet || (clearSince !== undefined && at - clearSince >= rule.clearHold))) {
      open.endedAt = isQuiet ? quietAt : at
      silentUntil = open.endedAt + rule.cooldown
      open = undefined
    }
    if (open) open.peak = Math.max(open.peak, value)
    if (value > rule.clear) beyondLast = at
    if (open || beyondSince === undefined || at - beyondSince < rule.hold || at < silentUntil) continue
    open = { type: rule.type, startedAt: at, endedAt: null, value, peak: value }
    alerts.push(open)
  }
  return alerts
}
