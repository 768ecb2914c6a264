import type { Point } from '@eot/contract/sensors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vapeEvidence } from './vape-evidence.ts'

const startMs = Date.UTC(2026, 10, 25, 10)
const minute = 60_000

/**
 * Returns a value each minute from 40 minutes before the alert until five after it, raised by `risen` from a minute on,
 * relative to its start.
 */
const values = (usual: number, risen?: { to: number; from: number }): Point[] =>
  Array.from({ length: 45 }, (_, index) => {
    const at = startMs + (index - 40) * minute
    const value = risen && at >= startMs + risen.from * minute ? risen.to : usual + (index % 2)
    return [at, value, value, value, 1]
  })

const calm = { particulate: values(4), TVOC: values(120), humidity: values(45) }
const puff = { particulate: values(4, { to: 80, from: 0 }), TVOC: values(120, { to: 400, from: 0 }) }

describe('of a vape alert', () => {
  test('particulates and TVOC that rise with it support it', () => {
    expect(vapeEvidence({ ...calm, ...puff }, startMs)).toEqual({
      kind: 'CorroboratedVape',
      evidence: [
        { Sensor: 'particulate', Usual: 4.5, Value: 80 },
        { Sensor: 'TVOC', Usual: 120.5, Value: 400 },
      ],
      leadSeconds: null,
    })
  })

  test('humidity that rises first, without TVOC, suggests steam', () => {
    const humidity = values(45, { to: 80, from: -3 })
    const particulate = values(4, { to: 60, from: 0 })
    expect(vapeEvidence({ ...calm, humidity, particulate }, startMs)).toEqual({
      kind: 'ProbableSteam',
      evidence: [{ Sensor: 'humidity', Usual: 45.5, Value: 80 }],
      leadSeconds: 180,
    })
  })

  test.each([
    ['nothing else moved', calm],
    ['particulates rose alone', { ...calm, particulate: values(4, { to: 80, from: 0 }) }],
    ['humidity rose with it, not before', { ...calm, humidity: values(45, { to: 80, from: 0 }) }],
    ['everything rose, humidity first', { ...puff, humidity: values(45, { to: 80, from: -3 }) }],
    [
      'the spray was over before',
      {
        ...calm,
        particulate: brief(4, 80),
        TVOC: brief(120, 400),
      },
    ],
    [
      'humidity rose first, but TVOC is not measured',
      { ...calm, TVOC: [], humidity: values(45, { to: 80, from: -3 }) },
    ],
    ['humidity rose first, and was back before', { ...calm, humidity: brief(45, 80) }],
    [
      'humidity rose first, and TVOC rose in air that is restless',
      {
        ...calm,
        TVOC: [...restless().TVOC.slice(0, 40), ...puff.TVOC.slice(40)],
        humidity: values(45, { to: 80, from: -3 }),
      },
    ],
    ['the device has no other sensors', { particulate: [], TVOC: [], humidity: [] }],
    [
      'it reported nothing before',
      {
        particulate: puff.particulate.slice(-6),
        TVOC: puff.TVOC.slice(-6),
        humidity: calm.humidity.slice(-6),
      },
    ],
    ['the air is always that restless', { ...calm, ...restless() }],
  ])('nothing can be said if %s', (_what, series) => {
    expect(vapeEvidence(series, startMs)).toBeUndefined()
  })

  test('whatever the values, at most one of the two is found, with evidence above the usual values', () => {
    const points = fc
      .array(fc.double({ min: 0, max: 500, noNaN: true }), { maxLength: 45 })
      .map((all) =>
        all.map((value, index): Point => [startMs + (index - 40) * minute, value, value, value, 1]),
      )
    fc.assert(
      fc.property(fc.record({ particulate: points, TVOC: points, humidity: points }), (series) => {
        for (const { Usual, Value } of vapeEvidence(series, startMs)?.evidence ?? [])
          expect(Value).toBeGreaterThan(Usual)
      }),
    )
  })
})

/** Nine to seven minutes before the alert. */
function brief(usual: number, to: number): Point[] {
  return values(usual).map((point): Point => {
    const minutes = (point[0] - startMs) / minute
    return minutes >= -9 && minutes <= -7 ? [point[0], to, to, to, 1] : point
  })
}

function restless() {
  const swing = (usual: number, by: number): Point[] =>
    Array.from({ length: 45 }, (_, index) => {
      const value = usual + (index % 3) * by
      return [startMs + (index - 40) * minute, value, value, value, 1]
    })
  return { particulate: swing(10, 40), TVOC: swing(100, 200) }
}
