import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highRule as high } from '../../../test/high-rule.ts'
import { step, type TypeState } from './alert-engine.ts'
import type { AlertRule } from './alert-rule.ts'

const start = Date.UTC(2026, 2, 1)
const intervalMs = 20_000

const anyRule = fc.record({
  isHigh: fc.boolean(),
  raiseHoldMs: fc.constantFrom(0, 10_000, 60_000),
  clearHoldMs: fc.constantFrom(0, 10_000, 60_000),
  cooldownMs: fc.constantFrom(0, 30_000),
  quietEndMs: fc.constantFrom(null, 20_000),
})
const anyEvent = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('sample' as const),
      gap: fc.integer({ min: 1, max: 60 }),
      value: fc.integer({ min: 60, max: 140 }),
      inOrder: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      gap: fc.integer({ min: 0, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('end' as const), gap: fc.integer({ min: 0, max: 10 }) }),
  },
)

test('for any inputs there is one open alert at a time, only an open alert ends, and none ends before it started', () => {
  fc.assert(
    fc.property(anyRule, fc.array(anyEvent, { maxLength: 200 }), (parts, events) => {
      const rule: AlertRule = { ...high, ...parts, clearLevel: parts.isHigh ? 90 : 110 }
      let state: TypeState | undefined
      let openSince: number | null = null
      let now = start
      for (const event of events) {
        now += event.gap * 1000
        const result =
          event.kind === 'sample'
            ? step(
                state,
                {
                  kind: 'sample',
                  at: event.inOrder ? now : now - 90_000,
                  value: event.value,
                  inOrder: event.inOrder,
                  now,
                },
                rule,
                intervalMs,
              )
            : event.kind === 'tick'
              ? step(state, { kind: 'tick', at: now }, rule, intervalMs)
              : step(state, { kind: 'end', at: now, reason: 'EndedByUser' }, rule, intervalMs)
        state = JSON.parse(JSON.stringify(result.state)) as TypeState // the round trip through the database
        for (const effect of result.effects) {
          if (effect.kind === 'raise') {
            expect(openSince).toBeNull()
            openSince = effect.at
          } else {
            expect(openSince).not.toBeNull()
            if (effect.kind === 'end') {
              expect(effect.at).toBeGreaterThanOrEqual((openSince ?? 0) + 1000)
              openSince = null
            }
          }
        }
        expect(state.phase === 'open').toBe(openSince !== null)
      }
    }),
    { numRuns: 500 },
  )
})
