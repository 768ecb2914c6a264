import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { t } from '../../texts/i18n.ts'
import { listText } from '../../texts/lists.ts'
import type { LaneVerdict } from './lane-verdict.ts'

/** "PM2.5 and TVOC rose. The others stayed steady." Empty when no sensor has data. */
export function laneSentence(lanes: readonly { sensor: string; verdict: LaneVerdict }[]): string {
  const known = lanes.filter(({ verdict }) => verdict.kind !== 'unknown')
  const named = (kind: LaneVerdict['kind']) =>
    known.filter(({ verdict }) => verdict.kind === kind).map(({ sensor }) => sensorName(sensor))
  const [rose, fell, steady] = [named('rose'), named('fell'), named('steady')]
  if (known.length === 0) return ''
  if (steady.length === known.length) return t('otherSensors.noneMoved')
  const parts: string[] = []
  if (rose.length > 0) parts.push(t('otherSensors.rose', { sensors: listText(rose) }))
  if (fell.length > 0) parts.push(t('otherSensors.fell', { sensors: listText(fell) }))
  if (steady.length > 0) parts.push(t('otherSensors.restSteady'))
  return parts.join(' ')
}

/** The text below a sensor's line. Empty without a verdict. `text` formats its values. */
export function verdictText(verdict: LaneVerdict, text: (value: number) => string): string {
  switch (verdict.kind) {
    case 'rose':
      return t('otherSensors.roseTo', { value: text(verdict.value) })
    case 'fell':
      return t('otherSensors.fellTo', { value: text(verdict.value) })
    case 'steady': {
      const [low, high] = [text(verdict.low), text(verdict.high)]
      return low === high
        ? t('otherSensors.steadyAt', { value: low })
        : t('otherSensors.steady', { low, high })
    }
    case 'unknown':
      return ''
  }
}
