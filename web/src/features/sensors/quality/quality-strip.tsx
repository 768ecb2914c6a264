import type { Quality, QualitySpan } from '@eot/contract/quality'
import { useId } from 'react'
import type { PlotFrame } from '../../../ui/chart/plot-frame.ts'
import { type QualityBar, qualityBars } from './quality-bars.ts'
import { shownSpan } from './shown-span.ts'

const belowPx = 6
const heightPx = 5

interface QualityStripProps {
  spans: readonly QualitySpan[]
  /** The frame of the chart above it. */
  frame: PlotFrame
  zone: string
  now: number
}

/**
 * A strip below a chart, along its time axis, that marks where values are missing or unreliable, by shape and hatching, not
 * color alone. It is part of the drawing, so that a picture of the chart includes it.
 */
export function QualityStrip({ spans, frame, zone, now }: QualityStripProps) {
  const id = useId()
  const patterns = { Stuck: `${id}stuck`, Noisy: `${id}noisy` }
  return (
    <g className="quality-strip" transform={`translate(${frame.left} ${frame.top + frame.height + belowPx})`}>
      <defs>
        <pattern
          id={patterns.Stuck}
          width="4"
          height="4"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <rect width="3" height="4" fill="var(--caution-fill)" />
          <rect x="3" width="1" height="4" fill="var(--surface-1)" />
        </pattern>
        <pattern id={patterns.Noisy} width="3" height={heightPx} patternUnits="userSpaceOnUse">
          <rect width="1" height={heightPx} fill="var(--text-1)" />
        </pattern>
      </defs>
      <line x2={frame.width} y1={heightPx / 2} y2={heightPx / 2} stroke="var(--line-2)" />
      {qualityBars(spans, frame).map((bar) => (
        <rect key={`${bar.quality} ${bar.fromMs}`} className={bar.quality} {...lookOf(bar, patterns)}>
          <title>{shownSpan({ Quality: bar.quality, From: bar.fromMs, To: bar.toMs }, zone, now)}</title>
        </rect>
      ))}
    </g>
  )
}

function lookOf({ quality, left, width }: QualityBar, patterns: { Stuck: string; Noisy: string }) {
  const looks: Record<Quality, React.SVGProps<SVGRectElement>> = {
    // Drawn over the hatched gaps of the chart, with its border inside.
    Gap: {
      x: left + 0.5,
      width: width - 1,
      y: 0.5,
      height: heightPx - 1,
      fill: 'var(--surface-1)',
      stroke: 'var(--text-3)',
    },
    Stuck: { fill: `url(#${patterns.Stuck})` },
    OutOfRange: { y: -3, height: heightPx + 3, fill: 'var(--critical-fill)' },
    ClockSkew: { y: heightPx / 2, height: heightPx / 2, fill: 'var(--info-fill)' },
    Noisy: { fill: `url(#${patterns.Noisy})` },
  }
  return { x: left, width, y: 0, height: heightPx, ...looks[quality] }
}
