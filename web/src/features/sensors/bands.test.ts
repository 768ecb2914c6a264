import { sensorKeys } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { bandScales, gradeOf, gradeShown, rulerPosition, worstKind } from '../../domain/sensors/bands.ts'
import { rulerBands } from './ruler-bands.ts'

function scale(kind: string) {
  const found = bandScales[kind]
  if (!found) throw new Error(`no scale for ${kind}`)
  return found
}

describe('grades', () => {
  test.each([
    ['particulate', 9, 'excellent'],
    ['particulate', 9.1, 'good'],
    ['particulate', 23.4, 'fair'],
    ['particulate', 35.5, 'poor'],
    ['TVOC', 348, 'fair'],
    ['ECO2', 842, 'good'],
    ['ECO2', 2001, 'poor'],
    ['CO', 0.4, 'excellent'],
    ['NO2', 14, 'excellent'],
    ['IAQ', 118, 'fair'],
    ['temperature', 21.6, 'excellent'],
    ['humidity', 39, 'excellent'],
  ])('%s of %d is %s', (kind, value, grade) => {
    expect(gradeOf(scale(kind), value)).toBe(grade)
  })

  test.each([
    [18.9, 'poor'],
    [19, 'fair'],
    [20, 'good'],
    [21, 'excellent'],
    [25.5, 'excellent'],
    [26, 'good'],
    [27, 'fair'],
    [27.1, 'poor'],
  ])('a temperature of %d °C is %s, too low or too high alike', (value, grade) => {
    expect(gradeOf(scale('temperature'), value)).toBe(grade)
  })

  test.each([
    ['particulate', 9.04, 'Metric', '9.0', 'excellent'],
    ['particulate', 9.06, 'Metric', '9.1', 'good'],
    ['ECO2', 750.4, 'Metric', '750', 'excellent'],
    ['ECO2', 750.6, 'Metric', '751', 'good'],
    ['temperature', 25.54, 'Metric', '25.5 °C', 'excellent'],
    ['temperature', 25.52, 'Imperial', '77.9 °F', 'excellent'],
    ['temperature', 25.54, 'Imperial', '78.0 °F', 'good'],
    ['humidity', 60.4, 'Metric', '60', 'good'],
  ] as const)(
    '%s of %d in %s units is graded as its displayed value %s',
    (kind, value, measurement, _, grade) => {
      expect(gradeShown(kind, value, measurement)).toBe(grade)
      expect(worstKind({ [kind]: value }, measurement)).toEqual({ kind, grade })
      const { active, bands } = rulerBands(kind, value, { high: null, low: null }, measurement) ?? {}
      expect(bands?.[active ?? -1]?.color).toBe(`var(--band-${grade})`)
    },
  )

  test('a kind without a scale has no grade', () => {
    expect(gradeShown('NH3', 900, 'Metric')).toBeUndefined()
  })

  test('a value beyond the scale gets the grade of the nearest end', () => {
    expect(gradeOf(scale('CO'), 900)).toBe('poor')
    expect(gradeOf(scale('temperature'), -40)).toBe('poor')
  })

  test('every scale belongs to a sensor kind, ascends and names its source', () => {
    for (const [kind, { from, bands, source }] of Object.entries(bandScales)) {
      expect(sensorKeys).toContain(kind)
      expect(source).not.toBe('')
      const edges = [from, ...bands.map(({ to }) => to)]
      expect(edges).toEqual([...edges].sort((a, b) => a - b))
    }
  })
})

describe('the ruler', () => {
  test('a value in the middle of the second of four bands is at three eighths', () => {
    expect(rulerPosition(scale('NO2'), 76.5)).toBeCloseTo(0.375)
  })

  test('a value beyond either end stays on the ruler', () => {
    expect(rulerPosition(scale('NO2'), -5)).toBe(0)
    expect(rulerPosition(scale('NO2'), 5000)).toBe(1)
  })
})

describe('the worst kind', () => {
  test('determines the grade of its category', () => {
    expect(worstKind({ ECO2: 842, TVOC: 348, CO: 0.4 }, 'Metric')).toEqual({ kind: 'TVOC', grade: 'fair' })
  })

  test('is the one further along if both are in the same band', () => {
    expect(worstKind({ particulate: 23.4, TVOC: 600 }, 'Metric')?.kind).toBe('TVOC')
    expect(worstKind({ TVOC: 600, particulate: 23.4 }, 'Metric')?.kind).toBe('TVOC')
  })

  test('is never a kind without a scale', () => {
    expect(worstKind({ NH3: 900, gas: 1 }, 'Metric')).toBeUndefined()
  })
})
