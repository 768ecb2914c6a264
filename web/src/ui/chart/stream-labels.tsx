import { useTranslation } from 'react-i18next'
import { spreadLabels } from './label-layout.ts'
import { type PlotFrame, xOf, yOf } from './plot-frame.ts'
import type { StreamEpisode, StreamLine } from './stream-line.ts'

const APART = 17
const CHARACTER = 6

/** Labels the dashed line of the alert level, or says that it is above the chart. */
export function LevelLabel({ frame }: { frame: PlotFrame }) {
  const { t } = useTranslation()
  const inView = frame.max >= 1
  return (
    <span
      className={inView ? 'plot-label limit' : 'plot-label small'}
      style={{ left: frame.left + 4, top: inView ? yOf(frame, 1) - 9 : frame.top + 2 }}
      aria-hidden="true"
    >
      {t(inView ? 'chart.alertLevel' : 'chart.alertLevelAbove')}
    </span>
  )
}

/** A label below the right edge while the chart moves. */
export function NowLabel({ frame }: { frame: PlotFrame }) {
  const { t } = useTranslation()
  const style = { right: `calc(100% - ${frame.left + frame.width}px)`, top: frame.top + frame.height + 11 }
  return (
    <span className="plot-label small" style={style} aria-hidden="true">
      {t('chart.now')}
    </span>
  )
}

interface EpisodeLabelsProps {
  frame: PlotFrame
  episodes: readonly StreamEpisode[]
  short: boolean
}

/** Labels for the alerts raised, at the bottom of the chart. Labels that would overlap get separate rows. */
export function EpisodeLabels({ frame, episodes, short }: EpisodeLabelsProps) {
  const ends: number[] = []
  return episodes
    .filter(({ startMs }) => startMs >= frame.fromMs && startMs <= frame.toMs)
    .toSorted((a, b) => a.startMs - b.startMs)
    .map((episode) => {
      const text = short ? episode.shortLabel : episode.label
      const wide = text.length * CHARACTER + 12
      const x = xOf(frame, episode.startMs)
      const onLeft = x + wide > frame.left + frame.width
      const start = onLeft ? x - wide : x
      const free = ends.findIndex((end) => end <= start)
      const row = free < 0 ? ends.length : free
      ends[row] = start + wide
      const side = onLeft ? { right: `calc(100% - ${x - 5}px)` } : { left: x + 5 }
      return (
        <span
          key={episode.id}
          className="plot-label limit"
          style={{ ...side, top: frame.top + 8 + row * 14 }}
          aria-hidden="true"
        >
          {text}
        </span>
      )
    })
}

interface EndLabelsProps {
  frame: PlotFrame
  lines: readonly StreamLine[]
  /** Only the value, without the name. */
  short: boolean
  longestGapMs: number
}

/** Labels each line with its name at its last value, in place of a legend. */
export function EndLabels({ frame, lines, short, longestGapMs }: EndLabelsProps) {
  const ends = lines.flatMap((line) => {
    const last = line.samples.at(-1)
    if (!last || last[0] < frame.fromMs) return []
    return { line, ms: Math.min(last[0], frame.toMs), value: last[1], y: yOf(frame, line.share(last[1])) }
  })
  const bottom = frame.top + frame.height
  const placed = spreadLabels(
    ends.map(({ y }) => y),
    APART,
    frame.top,
    bottom,
  )
  return ends.map(({ line, ms, value, y }, n) => (
    <span key={line.key} aria-hidden="true">
      <span className="plot-dot" style={{ left: xOf(frame, ms), top: y, background: line.color }} />
      <span
        className={frame.toMs - ms > longestGapMs ? 'plot-label old' : 'plot-label'}
        style={{ left: frame.left + frame.width + 9, top: placed[n] }}
      >
        <i className="swatch" style={{ '--kc': line.color }} />
        <span>
          {!short && <>{line.name} </>}
          {line.text(value)}
        </span>
      </span>
    </span>
  ))
}
