import { useTranslation } from 'react-i18next'
import { bandScales } from '../../domain/sensors/bands.ts'
import { FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { standardText } from '../../domain/standard-text.ts'

/** The source of the scales, and their limitations. */
export function ScaleNote({ kinds }: { kinds: readonly string[] }) {
  const { t } = useTranslation()
  const sources = new Map<string, string[]>()
  for (const kind of kinds) {
    const scale = bandScales[kind]
    if (scale) sources.set(scale.source, [...(sources.get(scale.source) ?? []), sensorName(kind)])
  }
  if (sources.size === 0) return null
  const list = [...sources].map(([source, names]) =>
    t('sensors.scale', { names: names.join(', '), source: standardText(source) }),
  )
  const notes = [
    t('sensors.scales', { list: list.join('; ') }),
    t('sensors.scaleCaution'),
    ...(kinds.includes('ECO2') ? [t('sensors.estimateNote')] : []),
  ]
  return (
    <p className="scale-note">
      <FormulaText text={notes.join(' ')} />
    </p>
  )
}
