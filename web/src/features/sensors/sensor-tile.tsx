import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { SensorChip, SensorName, sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { readingText, unitText } from '../../domain/sensors/shown-reading.ts'
import { sparkScale } from '../../domain/sensors/spark-scale.ts'
import { BandRuler } from '../../ui/chart/band-ruler.tsx'
import { type Sample, Sparkline } from '../../ui/chart/sparkline.tsx'
import { classNames } from '../../ui/class-names.ts'
import { rulerBands } from './ruler-bands.ts'
import { TileState, type TileStateProps } from './tile-state.tsx'

const sparkMs = 600_000

export interface SensorTileProps extends TileStateProps {
  samples: readonly Sample[]
  /** End time of the sparkline. */
  toMs: number
  /** How old the value is, if it is older than the others. */
  ageText: string | undefined
  onChart: boolean
  /** Why the line cannot be added. */
  refusal: string | undefined
  longestGapMs: number
  onToggle: (kind: string) => void
}

/** The newest value of one sensor. Pressing the tile adds its line to the chart. */
export const SensorTile = memo(function SensorTile(props: SensorTileProps) {
  const { kind, value, samples, toMs, limits, alert, onChart, refusal, measurement } = props
  const { t } = useTranslation()
  const look = sensorLook(kind)
  const ruler = value === undefined ? undefined : rulerBands(kind, value, limits, measurement)
  const refused = refusal !== undefined && !onChart
  const severity = alert?.Severity.toLowerCase()
  return (
    <button
      type="button"
      className={classNames('tile', severity && `alerting ${severity}`, props.silentText && 'silent')}
      style={{ '--kc': look.color }}
      aria-pressed={onChart}
      aria-disabled={refused || undefined}
      title={refused ? refusal : undefined}
      onClick={() => !refused && props.onToggle(kind)}
    >
      <span className="th">
        <SensorChip sensor={kind} />
        <span className="truncate">
          {kind === 'temperature' ? t('sensors.temperatureShort') : <SensorName sensor={kind} />}
        </span>
        {onChart && <i className="swatch line" />}
      </span>
      <span className="tv">
        <b>{value === undefined ? '–' : readingText(value, kind, measurement)}</b>{' '}
        {value !== undefined && <span>{unitText(kind, measurement)}</span>}
      </span>
      <span className="tb">
        <TileState {...props} />
        {props.ageText && <span className="age">{t('sensors.ageOf', { age: props.ageText })}</span>}
      </span>
      <Sparkline
        samples={samples}
        fromMs={toMs - sparkMs}
        toMs={toMs}
        color={look.color}
        longestGapMs={props.longestGapMs}
        {...sparkScale(kind)}
        raiseLevel={alert?.Threshold ?? null}
      />
      {ruler ? <BandRuler {...ruler} /> : <span className="ruler" aria-hidden="true" />}
    </button>
  )
})
