import type { EChartsCoreOption } from 'echarts/core'
import { silences, splitAtGaps } from './gaps.ts'
import { type PlotFrame, xOf } from './plot-frame.ts'
import { hatchTile, lineSeries, marksSeries, plotOption, withBreaks } from './plot-option.ts'
import type { StreamEpisode, StreamLine } from './stream-line.ts'
import type { ThemeTokens } from './theme-tokens.ts'
import { thinOut } from './thin-out.ts'
import { tickLabel } from './time-labels.ts'
import { timeTicks } from './time-ticks.ts'

interface StreamScene {
  lines: readonly StreamLine[]
  episodes: readonly StreamEpisode[]
  frame: PlotFrame
  /** Times of all samples, ascending. */
  timesMs: readonly number[]
  longestGapMs: number
  timeZone: string
  /** The chart ends now; the right edge shows "now" instead of a tick. */
  moving: boolean
  /** Shares of the alert level. */
  ticks: readonly number[]
}

const NOW_ROOM = 64

/** Two to four ticks, or more on wide charts. */
const tickCount = (width: number) => Math.max(2, Math.min(4, Math.floor(width / 58)), Math.floor(width / 150))

const percent = (share: number) => `${Math.round(share * 100)}%`

export function streamOption(scene: StreamScene, tokens: ThemeTokens): EChartsCoreOption {
  const { lines, episodes, frame, timesMs, longestGapMs, timeZone } = scene
  const time = timeTicks(frame.fromMs, frame.toMs, tickCount(frame.width), timeZone)
  const critical = tokens.color('var(--critical-fill)')
  const marks = marksSeries(
    {
      hatched: silences(timesMs, frame.fromMs, frame.toMs, longestGapMs),
      shaded: episodes
        .filter(({ startMs, endMs }) => startMs < frame.toMs && (endMs ?? frame.toMs) > frame.fromMs)
        .map(({ startMs, endMs }) => ({
          span: [Math.max(startMs, frame.fromMs), Math.min(endMs ?? frame.toMs, frame.toMs)],
          color: critical,
          opacity: 0.07,
        })),
      moments: episodes
        .filter(({ startMs }) => startMs >= frame.fromMs && startMs <= frame.toMs)
        .map(({ startMs }) => ({ ms: startMs, color: critical })),
      levels: frame.max < 1 ? [] : [{ value: 1, color: critical, dash: [4, 3], width: 1 }],
    },
    hatchTile(tokens.color('var(--hatch)')),
  )
  const pixelMs = (frame.toMs - frame.fromMs) / frame.width
  const drawn = lines.map((line) => {
    const runs = splitAtGaps(line.samples, ([ms]) => ms, longestGapMs)
    const shares = runs.map((run) =>
      thinOut(run, pixelMs).map(([ms, value]) => [ms, line.share(value)] as const),
    )
    return lineSeries(line.key, withBreaks(shares), tokens.color(line.color), line.strong ? 2.25 : 1.5)
  })
  const axes = {
    frame,
    timeTicks: scene.moving
      ? time.at.filter((ms) => xOf(frame, ms) < frame.left + frame.width - NOW_ROOM)
      : time.at,
    timeLabel: (ms: number) => tickLabel(ms, time.stepMs, timeZone),
    valueTicks: scene.ticks,
    valueLabel: percent,
  }
  return plotOption(axes, tokens, [marks, ...drawn])
}
