import { type Effect, step, type TypeState } from '../src/features/alerts/alert-engine.ts'
import type { AlertRule } from '../src/features/alerts/alert-rule.ts'

const start = Date.UTC(2026, 2, 1)
/** Report interval of the devices in these tests. */
export const intervalMs = 60_000
export const seconds = (n: number) => start + n * 1000

/** Runs samples [second, value] in order. Returns the effects as [effect, second]. */
export function run(
  rule: AlertRule,
  samples: readonly (readonly [second: number, value: number])[],
  from?: TypeState,
  interval = intervalMs,
) {
  let state = from
  const happened: [string, number][] = []
  for (const [second, value] of samples) {
    const event = { kind: 'sample', at: seconds(second), value, inOrder: true, now: seconds(second) } as const
    const result = step(state, event, rule, interval)
    state = result.state
    for (const effect of result.effects) happened.push(describeEffect(effect))
  }
  return { state, happened }
}

export const describeEffect = (effect: Effect): [string, number] => [
  effect.kind === 'end' ? `end ${effect.reason}` : effect.kind,
  (effect.at - start) / 1000,
]
