import { useId } from 'react'
import type { Span } from './gaps.ts'
import { HatchPattern } from './hatch-pattern.tsx'
import { useWidth } from './use-width.ts'

export interface Episode {
  id: string
  startMs: number
  /** null: ongoing, drawn open to the right. */
  endMs: number | null
  /** A CSS color, such as the token of a kind. */
  color: string
}

interface EpisodeTrackProps {
  fromMs: number
  toMs: number
  episodes: readonly Episode[]
  /** Times without data. */
  gaps?: readonly Span[]
  /** Describes the track in words. */
  label: string
  height?: number
}

const TALL = 10
const NARROWEST = 3

/** Alerts of a device or a site on a timeline, usually of 24 hours. */
export function EpisodeTrack({ fromMs, toMs, episodes, gaps = [], label, height = 16 }: EpisodeTrackProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const hatch = useId()
  const middle = height / 2
  const right = width - 1
  const x = (ms: number) =>
    (Math.min(Math.max(ms, fromMs), toMs) - fromMs) * (right / Math.max(1, toMs - fromMs))
  const seen = episodes.filter(({ startMs, endMs }) => startMs < toMs && (endMs ?? toMs) > fromMs)
  return (
    <div className="chart" ref={box}>
      <svg viewBox={`0 0 ${Math.max(1, width)} ${height}`} height={height} role="img" aria-label={label}>
        <HatchPattern id={hatch} />
        {width > 0 && (
          <>
            <line x1="0" x2={right} y1={middle} y2={middle} stroke="var(--line-2)" />
            {[0, 0.25, 0.5, 0.75, 1].map((part) => (
              <line
                key={part}
                x1={part * right}
                x2={part * right}
                y1={middle - 3}
                y2={middle + 3}
                stroke="var(--line-2)"
              />
            ))}
            {gaps.map(([start, end]) => (
              <rect
                key={start}
                x={x(start)}
                width={Math.max(0, x(end) - x(start))}
                y="2"
                height={height - 4}
                fill={`url(#${hatch})`}
              />
            ))}
            {seen.map((episode) => (
              <Bar key={episode.id} episode={episode} x={x} top={middle - TALL / 2} right={right} />
            ))}
            {seen.some(({ endMs }) => endMs === null) && (
              <line x1={right} x2={right} y1="0" y2={height} stroke="var(--text-1)" strokeWidth="1.5" />
            )}
          </>
        )}
      </svg>
    </div>
  )
}

function Bar(props: { episode: Episode; x: (ms: number) => number; top: number; right: number }) {
  const { episode, x, top, right } = props
  const open = episode.endMs === null
  const end = episode.endMs === null ? right : x(episode.endMs)
  const wide = Math.max(NARROWEST, end - x(episode.startMs))
  const start = Math.max(0, Math.min(x(episode.startMs), right - wide))
  return (
    <rect
      x={start}
      width={wide}
      y={top}
      height={TALL}
      rx={open ? 0 : 1.5}
      fill={episode.color}
      stroke="var(--card-bg, var(--surface-1))"
      strokeWidth="1"
    />
  )
}
