import type { Language } from '@eot/contract/languages'
import { textsIn } from '../../texts/texts.ts'
import { isWholeDays, timeTicks, valueTicks } from './picture-ticks.ts'

/** A value in the unit of the reader; `at` in epoch ms. */
export interface PicturePoint {
  at: number
  value: number
}

/** The readings around an alert. Values are in the unit of the reader. */
export interface ReadingPicture {
  range: { from: number; to: number }
  /** Oldest first. */
  points: readonly PicturePoint[]
  /** A longer time without a reading is a gap. In ms. */
  gapMs: number
  level: number | null
  startedAt: number
  /** null while the alert is ongoing. */
  endedAt: number | null
  timeZone: string
  is24h: boolean
  language: Language
  color: Readonly<Record<PictureTheme, string>>
  /** Empty if there is none. */
  unit: string
  /** Formats a value with the decimals of the sensor, without the unit. */
  valueText(value: number): string
}

/** The size in units of the picture, which is drawn with two pixels each. */
export const pictureSize = { width: 450, height: 168 }
const plot = { left: 44, right: 364, top: 24, bottom: 138 }
/** Colors with their own background, so that the picture is readable in any mail program. */
const themes = {
  light: {
    card: '#ffffff',
    ink: '#141e20',
    dim: '#5d6769',
    grid: '#e3e7e7',
    critical: '#d43538',
    criticalInk: '#ac2026',
    gap: '#c7cdce',
  },
  dark: {
    card: '#111718',
    ink: '#edf1f1',
    dim: '#949d9f',
    grid: '#212729',
    critical: '#f25451',
    criticalInk: '#ff817a',
    gap: '#353d40',
  },
} as const
export type PictureTheme = keyof typeof themes
type Colors = (typeof themes)[PictureTheme]

/** Draws the readings around an alert as SVG: the level, the time of the alert, and local times of the site. */
export function readingPicture(picture: ReadingPicture, theme: PictureTheme = 'light'): string {
  const { range, points, level, startedAt, endedAt, unit, valueText } = picture
  const colors = themes[theme]
  const { locale, notices } = textsIn(picture.language)
  const say = notices.picture
  const color = picture.color[theme]
  const shown = [...points.map(({ value }) => value), ...(level === null ? [] : [level])]
  const ticks = valueTicks(Math.min(...shown), Math.max(...shown))
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const x = (at: number) =>
    round(plot.left + ((clamp(at, range) - range.from) / (range.to - range.from)) * (plot.right - plot.left))
  const y = (value: number) =>
    round(plot.bottom - ((value - bottom) / (top - bottom)) * (plot.bottom - plot.top))
  const raised = x(startedAt)
  const over = x(endedAt ?? range.to)
  const last = points.at(-1)
  const labels = [
    ...(level === null
      ? []
      : [{ y: y(level), text: say.level(valueText(level)), fill: colors.criticalInk, weight: 400 }]),
    ...(last
      ? [
          {
            y: y(last.value),
            text: endedAt === null ? say.now(valueText(last.value)) : valueText(last.value),
            fill: colors.ink,
            weight: 600,
          },
        ]
      : []),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}" viewBox="0 0 ${pictureSize.width} ${pictureSize.height}" font-family="Geist" font-size="12">`,
    '<defs><pattern id="gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">',
    `<line x1="0" y1="0" x2="0" y2="6" stroke="${colors.gap}" stroke-width="1.5"/></pattern></defs>`,
    `<rect width="100%" height="100%" fill="${colors.card}"/>`,
    ...ticks.map(
      (value) =>
        `${line(plot.left, y(value), plot.right, y(value), colors.grid)}${text(plot.left - 8, y(value) + 4, tickText(value, locale), { anchor: 'end', fill: colors.dim })}`,
    ),
    text(plot.left - 8, plot.top - 10, unit, { anchor: 'end', fill: colors.dim }),
    ...gapsOf(picture).map(
      ({ from, to }) =>
        `<rect x="${x(from)}" y="${plot.top}" width="${round(x(to) - x(from))}" height="${plot.bottom - plot.top}" fill="url(#gap)"/>`,
    ),
    `<rect x="${raised}" y="${plot.top}" width="${round(over - raised)}" height="${plot.bottom - plot.top}" fill="${colors.critical}" opacity="0.09"/>`,
    ...(level === null
      ? []
      : [line(plot.left, y(level), plot.right, y(level), colors.critical, 'stroke-dasharray="5 4"')]),
    ...runsOf(picture).map(
      (run) =>
        `<polyline fill="none" stroke="${color}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" points="${run.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}"/>`,
    ),
    line(raised, plot.top - 4, raised, plot.bottom, colors.critical, 'stroke-width="1.5"'),
    ...(endedAt === null ? [] : [line(over, plot.top - 4, over, plot.bottom, colors.ink)]),
    ...momentLabels(picture, { raised, over }, colors),
    ...(last
      ? [
          `<circle cx="${x(last.at)}" cy="${y(last.value)}" r="4" fill="${color}" stroke="${colors.card}" stroke-width="1.5"/>`,
        ]
      : []),
    ...apart(labels).map((label) =>
      text(plot.right + 10, label.y + 4, label.text, { fill: label.fill, weight: label.weight }),
    ),
    ...timeLabels(picture, x, colors),
    '</svg>',
  ].join('')
}

/** "Raised 10:36 AM" and "Ended 10:49 AM" above the plot, side by side. */
function momentLabels(
  picture: ReadingPicture,
  { raised, over }: { raised: number; over: number },
  colors: Colors,
): string[] {
  const { startedAt, endedAt } = picture
  const rightmost = pictureSize.width - momentWidth - 4
  const raisedLeft = Math.max(plot.left, raised + 4 - momentWidth)
  const endedLeft = Math.min(Math.max(over - momentWidth / 2, raisedLeft + momentWidth + 10), rightmost)
  const raisedRight =
    endedAt === null ? raisedLeft + momentWidth : Math.min(raisedLeft + momentWidth, endedLeft - 10)
  const isAtLeft = raisedLeft === plot.left
  const say = textsIn(picture.language).notices.picture
  return [
    text(isAtLeft ? raisedLeft : raisedRight, plot.top - 10, say.raised(timeLabel(picture, startedAt)), {
      anchor: isAtLeft ? 'start' : 'end',
      fill: colors.criticalInk,
      weight: 600,
    }),
    ...(endedAt === null
      ? []
      : [
          text(endedLeft, plot.top - 10, say.ended(timeLabel(picture, endedAt)), {
            fill: colors.ink,
            weight: 600,
          }),
        ]),
  ]
}

/** The width of "Raised 10:36 AM". */
const momentWidth = 96

function timeLabels(picture: ReadingPicture, x: (at: number) => number, colors: Colors): string[] {
  const { range, timeZone } = picture
  const { step, ticks } = timeTicks(range, timeZone, picture.is24h ? 6 : 5)
  const zone = formatOf(timeZone, { timeZoneName: 'short' })
    .formatToParts(range.to)
    .find(({ type }) => type === 'timeZoneName')
  const { locale } = textsIn(picture.language)
  const days = formatOf(timeZone, { month: 'short', day: 'numeric' }, locale)
  return [
    ...ticks
      .map((at) => ({ at, x: x(at) }))
      .filter((tick) => tick.x > plot.left + 16 && tick.x < plot.right - 16)
      .map((tick) =>
        text(
          tick.x,
          plot.bottom + 20,
          isWholeDays(step) ? days.format(tick.at) : timeLabel(picture, tick.at),
          {
            anchor: 'middle',
            fill: colors.dim,
          },
        ),
      ),
    text(plot.right + 10, plot.bottom + 20, zone?.value ?? '', { fill: colors.dim }),
  ]
}

const timeLabel = ({ timeZone, is24h }: ReadingPicture, at: number): string =>
  formatOf(timeZone, {
    hour: is24h ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: is24h ? 'h23' : 'h12',
  })
    .format(at)
    .replaceAll('\u202f', ' ') // the space before AM

/** Times have the same format in any language: 10:36 AM. */
const formatOf = (timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options })

/** Splits the points at gaps. A line never bridges a gap. */
function runsOf({ points, gapMs }: ReadingPicture): PicturePoint[][] {
  const runs: PicturePoint[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const point of points) {
    if (point.at - before > gapMs) runs.push([])
    runs.at(-1)?.push(point)
    before = point.at
  }
  return runs
}

function gapsOf({ points, gapMs, range }: ReadingPicture): { from: number; to: number }[] {
  const times = [range.from, ...points.map(({ at }) => at), range.to]
  return times.slice(1).flatMap((to, index) => {
    const from = times[index] ?? to
    return to - from > gapMs ? { from, to } : []
  })
}

/** Moves two overlapping labels apart. */
function apart<Label extends { y: number }>(labels: readonly Label[]): Label[] {
  const [first, second] = labels.toSorted((a, b) => a.y - b.y)
  if (!first || !second || second.y - first.y >= 15) return [...labels]
  const middle = Math.min(Math.max((first.y + second.y) / 2, plot.top + 7.5), plot.bottom - 7.5)
  return [
    { ...first, y: middle - 7.5 },
    { ...second, y: middle + 7.5 },
  ]
}

const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, more = '') =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" ${more}/>`

function text(
  x: number,
  y: number,
  content: string,
  {
    anchor = 'start',
    fill,
    weight = 400,
  }: { anchor?: 'start' | 'middle' | 'end'; fill: string; weight?: number },
): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${fill}" font-weight="${weight}">${escaped}</text>`
}

const tickText = (value: number, locale: string) =>
  value.toLocaleString(locale, {
    maximumFractionDigits: 4,
    notation: Math.abs(value) >= 10_000 ? 'compact' : 'standard',
  })
const clamp = (at: number, { from, to }: { from: number; to: number }) => Math.min(Math.max(at, from), to)
const round = (units: number) => Math.round(units * 10) / 10
