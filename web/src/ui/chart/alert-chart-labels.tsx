import { useTranslation } from 'react-i18next'
import type { AlertChartProps } from './alert-scene.ts'
import { spreadLabels } from './label-layout.ts'
import { type PlotFrame, xOf, yOf } from './plot-frame.ts'
import { timeLabelsIn } from './time-labels.ts'

const APART = 14
const RAISED_ROOM = 100

/**
 * Labels on the chart: the levels at the right, the raise time beside its line, the last value at the end of the
 * line.
 */
export function AlertChartLabels(props: AlertChartProps & { frame: PlotFrame }) {
  const { frame, points, raiseLevel, clearLevel, startMs, text, levelText, color, timeZone } = props
  const { t } = useTranslation()
  const last = points.at(-1)
  const raiseX = xOf(frame, startMs)
  const right = frame.left + frame.width
  const lastNear = last && right - xOf(frame, last[0]) < 24
  const words = [
    ...(lastNear ? [{ key: 'last', value: last[1], className: 'plot-label', text: text(last[1]) }] : []),
    ...(raiseLevel === null
      ? []
      : [
          {
            key: 'raise',
            value: raiseLevel,
            className: 'plot-label limit',
            text: t('chart.raise', { level: levelText(raiseLevel) }),
          },
        ]),
    ...(clearLevel === null
      ? []
      : [
          {
            key: 'clear',
            value: clearLevel,
            className: 'plot-label small',
            text: t('chart.clear', { level: levelText(clearLevel) }),
          },
        ]),
  ]
  const placed = spreadLabels(
    words.map(({ value }) => yOf(frame, value)),
    APART,
    frame.top,
    frame.top + frame.height,
  )
  const raisedInside = startMs >= frame.fromMs && startMs <= frame.toMs
  const side =
    raiseX - frame.left > RAISED_ROOM ? { right: `calc(100% - ${raiseX - 5}px)` } : { left: raiseX + 5 }
  return (
    <span aria-hidden="true">
      {words.map(({ key, className, text: word }, n) => (
        <span key={key} className={className} style={{ left: right + 7, top: placed[n] }}>
          {word}
        </span>
      ))}
      {raisedInside && (
        <span className="plot-label limit raised" style={{ ...side, top: frame.top - 10 }}>
          {t('chart.raised', { time: timeLabelsIn(frame, timeZone)(startMs) })}
        </span>
      )}
      {last && (
        <span
          className="plot-dot"
          style={{ left: xOf(frame, last[0]), top: yOf(frame, last[1]), background: color }}
        />
      )}
    </span>
  )
}
