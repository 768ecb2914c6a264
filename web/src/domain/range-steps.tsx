import { ChevronLeft, ChevronRight, type LucideIcon, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../lib/time/now.ts'
import { rangeOf, type TimeRange } from '../lib/time/time-range.ts'
import { type RangeStep, stepRange } from '../lib/time/zoom-range.ts'
import { useTimeZone } from '../session/current-site.ts'
import { IconButton } from '../ui/button.tsx'

const steps: [RangeStep, LucideIcon][] = [
  ['earlier', ChevronLeft],
  ['later', ChevronRight],
  ['in', ZoomIn],
  ['out', ZoomOut],
]

/** Buttons that do the same as dragging across the histogram. */
export function RangeSteps({ range, onZoom }: { range: TimeRange; onZoom: (to: TimeRange) => void }) {
  const { t } = useTranslation()
  const limits = { first: 0, last: rangeOf('today', useTimeZone(), useMinute()).endTime }
  return (
    <span className="range-steps">
      {steps.map(([step, icon]) => {
        const next = stepRange(range, step, limits)
        return (
          <IconButton
            key={step}
            icon={icon}
            size="sm"
            label={t(`range.step.${step}`)}
            disabled={!next}
            onClick={() => next && onZoom(next)}
          />
        )
      })}
    </span>
  )
}
