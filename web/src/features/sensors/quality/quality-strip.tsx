import './quality.css'
import type { QualitySpan } from '@eot/contract/quality'
import type { PlotFrame } from '../../../ui/chart/plot-frame.ts'
import { qualityBars } from './quality-bars.ts'
import { shownSpan } from './shown-span.ts'

const belowPx = 6

interface QualityStripProps {
  spans: readonly QualitySpan[]
  /** Of the chart above it. */
  frame: PlotFrame
  zone: string
  now: number
}

/** Below a chart and along its time axis, where its values are missing or cannot be relied on. */
export function QualityStrip({ spans, frame, zone, now }: QualityStripProps) {
  const style = { left: frame.left, width: frame.width, top: frame.top + frame.height + belowPx }
  return (
    <span className="quality-bar" style={style} aria-hidden="true">
      {qualityBars(spans, frame).map(({ quality, left, width, fromMs, toMs }) => (
        <i
          key={`${quality} ${fromMs}`}
          className={quality}
          style={{ left, width }}
          title={shownSpan({ Quality: quality, From: fromMs, To: toMs }, zone, now)}
        />
      ))}
    </span>
  )
}
