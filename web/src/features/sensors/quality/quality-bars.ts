import type { Quality, QualitySpan } from '@eot/contract/quality'
import { type PlotFrame, xOf } from '../../../ui/chart/plot-frame.ts'

/** A rectangle of the strip below a chart, in CSS pixels from the left of the frame. */
export interface QualityBar {
  quality: Quality
  left: number
  width: number
  fromMs: number
  toMs: number
}

const leastWidth = 2
/** Closer bars are merged, so that there are never more bars than pixels. */
const leastBetween = 1

/** Returns the bars to draw for the spans. Bars that explain a gap are on top of it. */
export function qualityBars(spans: readonly QualitySpan[], frame: PlotFrame): QualityBar[] {
  const bars: QualityBar[] = []
  const last = new Map<Quality, QualityBar>()
  for (const { From, To, Quality } of spans) {
    const [fromMs, toMs] = [Math.max(From, frame.fromMs), Math.min(To, frame.toMs)]
    if (fromMs >= toMs) continue
    const left = xOf(frame, fromMs) - frame.left
    const right = Math.max(left + leastWidth, xOf(frame, toMs) - frame.left)
    const before = last.get(Quality)
    if (before && left - before.left - before.width < leastBetween) {
      before.width = Math.max(before.width, right - before.left)
      before.toMs = Math.max(before.toMs, toMs)
      continue
    }
    const bar = { quality: Quality, left, width: right - left, fromMs, toMs }
    last.set(Quality, bar)
    bars.push(bar)
  }
  return bars.sort((a, b) => Number(b.quality === 'Gap') - Number(a.quality === 'Gap'))
}
