import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindColors } from './kind-colors.ts'
import { type ReadingPicture, readingPicture } from './reading-picture.ts'

const minute = 60_000
const start = Date.parse('2027-11-08T10:36:04-06:00')

/** A value every minute from 20 minutes before the alert until two minutes after its start. */
const vape: ReadingPicture = {
  range: { from: start - 20 * minute, to: start + 2 * minute },
  points: Array.from({ length: 23 }, (_, index) => ({
    at: start + (index - 20) * minute,
    value: index < 20 ? 10 : 70,
  })),
  gapMs: 5 * minute,
  level: 50,
  startedAt: start,
  endedAt: null,
  timeZone: 'America/Chicago',
  is24h: false,
  language: 'en',
  color: { light: '#a132a9', dark: '#e57bec' },
  unit: '',
  valueText: (value) => String(value),
}

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
const linesOf = (svg: string) =>
  [...svg.matchAll(/<polyline[^>]* points="([^"]*)"/g)].map(([, points = '']) => points.split(' ').length)

test('a picture has a scale, the level, the start of the alert, the last value and local times', () => {
  expect(textsOf(readingPicture(vape))).toEqual([
    '0',
    '20',
    '40',
    '60',
    '80',
    '',
    'Raised 10:36 AM',
    'level 50',
    '70 now',
    '10:20 AM',
    '10:25 AM',
    '10:30 AM',
    '10:35 AM',
    'CST',
  ])
})

test.each<[string, Partial<ReadingPicture>, string[]]>([
  [
    'a clock of 24 hours in another zone',
    { is24h: true, timeZone: 'Asia/Kathmandu' },
    ['Raised 22:21', '22:05', '22:10', 'GMT+5:45'],
  ],
  ['the end of the alert', { endedAt: start + minute }, ['Raised 10:36 AM', 'Ended 10:37 AM', '70']],
  ['the unit', { unit: '°F' }, ['°F']],
  ['a unit that looks like markup', { unit: '<&' }, ['&lt;&amp;']],
  [
    'days for an alert of days',
    { range: { from: start - 48 * 60 * minute, to: start + 48 * 60 * minute } },
    ['Nov 8', 'Nov 9'],
  ],
])('a picture shows %s', (_name, change, expected) => {
  expect(textsOf(readingPicture({ ...vape, ...change }))).toEqual(expect.arrayContaining(expected))
})

test('the line is interrupted and hatched where readings are missing', () => {
  const whole = readingPicture(vape)
  expect(linesOf(whole)).toEqual([23])
  expect(whole).not.toContain('url(#gap)')
  const broken = readingPicture({
    ...vape,
    points: vape.points.filter(({ at }) => at < start - 15 * minute || at > start - 8 * minute),
  })
  expect(linesOf(broken)).toEqual([5, 10])
  expect(broken.match(/url\(#gap\)/g)).toHaveLength(1)
})

test('the time of the alert is shaded until now while it is ongoing, and until its end afterward', () => {
  const shade = (svg: string) =>
    /<rect x="([\d.]+)"[^>]* width="([\d.]+)"[^>]* opacity/.exec(svg)?.slice(1).map(Number)
  expect(shade(readingPicture(vape))).toEqual([334.9, 29.1])
  expect(shade(readingPicture({ ...vape, endedAt: start + minute }))).toEqual([334.9, 14.6])
})

test('an alert without a level has no line for it', () => {
  expect(readingPicture({ ...vape, level: null })).not.toContain('stroke-dasharray')
})

test('labels of the level and of the last value never overlap', () => {
  const svg = readingPicture({ ...vape, level: 69 })
  const [level, last] = ['level 69', '70 now'].map((label) =>
    Number(new RegExp(`y="([\\d.]+)"[^>]*>${label}<`).exec(svg)?.[1]),
  )
  expect(Math.abs((level ?? 0) - (last ?? 0))).toBeGreaterThanOrEqual(15)
})

const themes = ['light', 'dark'] as const
const tokensOf = (theme: string) =>
  readFileSync(new URL(`../../../../web/src/styles/tokens-${theme}.css`, import.meta.url), 'utf8')

test.each(themes)('lines have the colors of their kinds in the %s theme of the portal', (theme) => {
  for (const [kind, color] of Object.entries(kindColors[theme]))
    expect(tokensOf(theme)).toContain(`--k-${kind.toLowerCase()}: ${color};`)
})

test('a dark picture has no color of the light one, and each is of its theme', () => {
  const [light, dark] = themes.map((theme) => {
    const drawn = readingPicture({ ...vape, points: vape.points.slice(8), endedAt: start + minute }, theme)
    const colors = [...new Set(drawn.match(/#[0-9a-f]{6}/g))]
    for (const color of colors) expect(tokensOf(theme)).toContain(color)
    return colors
  })
  expect(light).toHaveLength(8)
  expect(light?.filter((color) => dark?.includes(color))).toEqual([])
})
