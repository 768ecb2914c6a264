import type { QualitySpan } from '@eot/contract/quality'
import { expect, test } from 'vitest'
import { findingsOf, longestOf } from './findings.ts'
import { qualityBars } from './quality-bars.ts'
import { qualitiesBetween } from './quality-of-rows.ts'
import { qualityParts } from './quality-parts.ts'

const span = (Quality: QualitySpan['Quality'], From: number, To: number): QualitySpan => ({
  From,
  To,
  Quality,
})
const frame = { left: 40, top: 0, width: 100, height: 10, fromMs: 1000, toMs: 2000, min: 0, max: 1 }

test('the strip is aligned with the chart, within it, and each span is wide enough to be seen', () => {
  expect(qualityBars([span('Stuck', 500, 1100), span('Noisy', 1500, 1501)], frame)).toEqual([
    { quality: 'Stuck', left: 0, width: 10, fromMs: 1000, toMs: 1100 },
    { quality: 'Noisy', left: 50, width: 2, fromMs: 1500, toMs: 1501 },
  ])
  expect(qualityBars([span('Stuck', 0, 1000), span('Stuck', 2000, 2100)], frame)).toEqual([])
})

test('spans closer than a pixel are drawn as one, and gaps are drawn below the spans that explain them', () => {
  const close = Array.from({ length: 500 }, (_, n) => span('Gap', 1000 + 2 * n, 1001 + 2 * n))
  const bars = qualityBars([span('OutOfRange', 1000, 2000), ...close], frame)
  expect(bars.map(({ quality, left, toMs }) => [quality, left, toMs])).toEqual([
    ['Gap', 0, 1999],
    ['OutOfRange', 0, 2000],
  ])
})

test('a part of the day shows the most important quality, and a gap if half of it is missing', () => {
  const spans = [span('Gap', 0, 15), span('Stuck', 20, 21), span('OutOfRange', 20, 22), span('Gap', 36, 40)]
  expect(qualityParts(spans, { fromMs: 0, toMs: 40, parts: 4 })).toEqual(['Gap', 'Gap', 'OutOfRange', 'Good'])
})

test('the same quality of several sensors at the same time is one finding', () => {
  const found = findingsOf([
    { sensor: 'temperature', quality: [span('Gap', 5, 9), span('Stuck', 20, 80)] },
    { sensor: 'humidity', quality: [span('Gap', 5, 9), span('Gap', 1, 2)] },
  ])
  expect(found.map(({ Quality, From, sensors }) => [Quality, From, sensors])).toEqual([
    ['Gap', 1, ['humidity']],
    ['Gap', 5, ['temperature', 'humidity']],
    ['Stuck', 20, ['temperature']],
  ])
  expect(longestOf(found, 2).map(({ From }) => From)).toEqual([5, 20])
})

test('a row of a table has the qualities that begin before the next one, and gaps only if it is within them', () => {
  const spans = [span('Gap', 5, 10), span('Stuck', 7, 10), span('Noisy', 10, 12)]
  const of = (fromMs: number, toMs: number) => qualitiesBetween(spans, { fromMs, toMs })
  expect([of(0, 5), of(0, 10), of(5, 6), of(9, 11), of(12, 13)]).toEqual([
    [],
    ['Stuck'],
    ['Gap'],
    ['Gap', 'Stuck', 'Noisy'],
    [],
  ])
})
