import type { Stream } from './streams.ts'

export interface ExpectedAlert {
  type: string
  startedAt: number
  endedAt: number | null
  value: number
  peak: number
}

const second = 1000
/** The default rules of the two kinds, written down once more: raise level, clear level, raise hold, clear hold, cooldown. */
const rules = [
  {
    type: 'ECO2',
    raise: 1500,
    clear: 1350,
    hold: 300 * second,
    clearHold: 300 * second,
    cooldown: 600 * second,
  },
  { type: 'Vape', raise: 50, clear: 35, hold: 0, clearHold: 30 * second, cooldown: 60 * second },
]
const kindOf: Record<string, string> = { ECO2: 'ECO2', Vape: 'vape' }

/**
 * The rule in its plainest form, over a stream whose samples arrive in order: it knows neither batches nor restarts nor
 * stored states. That is why those devices, and only those, send one sample after the other.
 */
export function expectAlerts({ sampleAt }: Stream, count: number): ExpectedAlert[] {
  return rules.flatMap((rule) => {
    const alerts: ExpectedAlert[] = []
    let open: ExpectedAlert | undefined
    let beyondSince: number | undefined
    let clearSince: number | undefined
    let quietUntil = -Infinity
    for (let n = 0; n < count; n += 1) {
      const { at, readings } = sampleAt(n)
      const value = readings[kindOf[rule.type] ?? ''] ?? 0
      if (open) {
        open.peak = Math.max(open.peak, value)
        clearSince = value <= rule.clear ? (clearSince ?? at) : undefined
        if (clearSince === undefined || at - clearSince < rule.clearHold) continue
        open.endedAt = at
        quietUntil = at + rule.cooldown
        open = undefined
        beyondSince = undefined
        clearSince = undefined
        continue
      }
      beyondSince = value >= rule.raise ? (beyondSince ?? at) : undefined
      if (beyondSince === undefined || at - beyondSince < rule.hold || at < quietUntil) continue
      open = { type: rule.type, startedAt: at, endedAt: null, value, peak: value }
      alerts.push(open)
    }
    return alerts
  })
}
