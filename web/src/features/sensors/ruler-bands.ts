import { bandIndex, bandScales, rulerPosition } from '../../domain/sensors/bands.ts'
import { type Measurement, valueAsShown } from '../../lib/units.ts'
import type { RulerBand } from '../../ui/chart/band-ruler.tsx'
import { limitRuler, type SensorLimits } from './sensor-limit.ts'

export interface TileRuler {
  bands: RulerBand[]
  active: number
  position: number
}

/** The scale of the standard if there is one, else of the limit. undefined: neither exists. */
export function rulerBands(
  kind: string,
  value: number,
  limits: SensorLimits,
  measurement: Measurement,
): TileRuler | undefined {
  const scale = bandScales[kind]
  if (scale) {
    const shown = valueAsShown(value, kind, measurement)
    return {
      bands: scale.bands.map(({ grade, to, share }) => ({
        key: String(to),
        color: `var(--band-${grade})`,
        share,
      })),
      active: bandIndex(scale, shown),
      position: rulerPosition(scale, shown),
    }
  }
  const ruler = limitRuler(value, limits)
  return (
    ruler && {
      bands: ruler.parts.map(({ key, critical, share }) => ({
        key,
        color: critical ? 'var(--critical-fill)' : 'var(--band-excellent)',
        share,
      })),
      active: ruler.active,
      position: ruler.position,
    }
  )
}
