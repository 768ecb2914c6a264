import fc from 'fast-check'
import type { DeviceEvent, OracleRule } from './alert-oracle.ts'

/** The alert types under test: one for states, one for moments, one with an inverted level. */
export const triedTypes = ['CO', 'Vape', 'TemperatureLow'] as const
const kinds = ['CO', 'vape', 'temperature'] as const

export interface RandomDevice {
  /** In seconds. */
  interval: number
  rules: Record<(typeof triedTypes)[number], ReturnType<typeof overrideOf>>
  /** The usual delay of its readings, in seconds. */
  lag: number
  steps: RandomStep[]
}

type Level = 'beyond' | 'between' | 'clear' | 'absent'
type RandomStep =
  | { kind: 'readings'; spacing: number; count: number; levels: Level[]; offset: number }
  | { kind: 'late'; by: number; levels: Level[] }
  | { kind: 'again'; back: number }
  | { kind: 'silence'; seconds: number }
  | { kind: 'end' }

const overrideOf = ({
  isLow,
  ...holds
}: {
  isLow: boolean
  RaiseHold: number
  ClearHold: number
  Cooldown: number
}) => ({
  ...holds,
  RaiseLevel: 50,
  ClearLevel: isLow ? 55 : 45,
})

const rule = (isLow: boolean) =>
  fc
    .record({
      isLow: fc.constant(isLow),
      RaiseHold: fc.constantFrom(0, 0, 10, 60, 120, 300),
      ClearHold: fc.constantFrom(0, 10, 60, 120, 300),
      Cooldown: fc.constantFrom(0, 30, 300),
    })
    .map(overrideOf)
const level = fc.constantFrom<Level>('beyond', 'beyond', 'beyond', 'between', 'clear', 'clear', 'absent')
const levels = fc.array(level, { minLength: 3, maxLength: 3 })
const readings = fc.record({
  kind: fc.constant('readings' as const),
  spacing: fc.constantFrom(0.4, 1, 1, 1, 2, 3, 4),
  count: fc.integer({ min: 1, max: 8 }),
  levels,
  offset: fc.integer({ min: 0, max: 4 }),
})
const step: fc.Arbitrary<RandomStep> = fc.oneof(
  { weight: 10, arbitrary: readings },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      by: fc.integer({ min: 1, max: 1200 }),
      levels,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('again' as const), back: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('silence' as const),
      seconds: fc.integer({ min: 1, max: 1500 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'end' as const }) },
)

/** Generates a device with its own rules and inputs: ordered, late and duplicate readings, gaps, and alerts ended by hand. */
export const randomDevice: fc.Arbitrary<RandomDevice> = fc.record({
  interval: fc.constantFrom(5, 20, 60),
  rules: fc.record({ CO: rule(false), Vape: rule(false), TemperatureLow: rule(true) }),
  lag: fc.constantFrom(0, 0, 3, 3300),
  steps: fc.array(step, { minLength: 20, maxLength: 40 }),
})

export function eventsOf({ interval, lag, steps }: RandomDevice, startMs: number): DeviceEvent[] {
  const events: DeviceEvent[] = []
  let now = startMs
  const send = (at: number, levels: readonly Level[], offset: number) =>
    events.push({
      now,
      at,
      readings: Object.fromEntries(kinds.flatMap((kind, index) => readingOf(kind, levels[index], offset))),
    })
  for (const one of steps) {
    now += 1000
    if (one.kind === 'silence') now += one.seconds * 1000
    else if (one.kind === 'end') events.push({ now, end: true })
    else if (one.kind === 'late') send(now - (lag + one.by) * 1000, one.levels, 0)
    else if (one.kind === 'again') {
      const before = events.filter((event) => 'at' in event).at(-one.back)
      if (before) events.push({ ...before, now })
    } else
      for (let count = 0; count < one.count; count += 1) {
        now += Math.round(one.spacing * interval) * 1000
        send(now - lag * 1000, one.levels, one.offset + (count % 3))
      }
  }
  return events
}

/** `offset` is the distance from the clear level, at most 6. */
function readingOf(
  kind: (typeof kinds)[number],
  level: Level | undefined,
  offset: number,
): [string, number][] {
  if (level === undefined || level === 'absent') return []
  const away = level === 'beyond' ? offset : level === 'between' ? -2 : -5 - offset
  return [[kind, kind === 'temperature' ? 50 - away : 50 + away]]
}

export function oracleRules({ rules }: RandomDevice): OracleRule[] {
  return triedTypes.map((type, index) => ({
    kind: kinds[index] ?? '',
    isHigh: type !== 'TemperatureLow',
    raiseLevel: rules[type].RaiseLevel,
    clearLevel: rules[type].ClearLevel,
    raiseHoldMs: rules[type].RaiseHold * 1000,
    clearHoldMs: rules[type].ClearHold * 1000,
    cooldownMs: rules[type].Cooldown * 1000,
    quietMs: type === 'Vape' ? 120_000 : null,
  }))
}
