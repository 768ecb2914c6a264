import type { AnswerOf } from '@eot/contract/endpoint'
import type { Hint, hints } from '@eot/contract/hints'
import { durationText } from '../../lib/time/time.ts'
import { findKind, type Measurement, shownUnit, valueText } from '../../lib/units.ts'
import { t } from '../../texts/i18n.ts'
import { listText } from '../../texts/lists.ts'
import { sensorName } from '../sensors/sensor-names.ts'

/** Describes a hint, with its evidence in the reader's units. */
export function hintSentence(hint: Hint, measurement: Measurement): string {
  const [first] = hint.Evidence
  const text = (value: number, sensor: string) =>
    `${valueText(value, sensor, measurement)} ${shownUnit(findKind(sensor)?.unit ?? '', measurement)}`.trim()
  const change = ({ Sensor, Usual, Value }: Hint['Evidence'][number]) =>
    t('hints.change', { usual: text(Usual, Sensor), value: text(Value, Sensor) })
  switch (hint.Kind) {
    case 'CorroboratedVape':
      return t('hints.vape', {
        sensors: list(hint.Evidence.map(({ Sensor }) => sensorName(Sensor))),
        values: list(
          hint.Evidence.map((one) =>
            t('hints.named', { sensor: sensorName(one.Sensor), change: change(one) }),
          ),
        ),
      })
    case 'ProbableSteam':
      return t('hints.steam', {
        lead: durationText(hint.LeadSeconds ?? 0),
        values: first ? change(first) : '',
      })
    default: {
      const sensor = first?.Sensor ?? ''
      const values = {
        sensor: sensorName(sensor),
        usual: text(first?.Usual ?? 0, sensor),
        value: text(first?.Value ?? 0, sensor),
      }
      return hint.Kind === 'SensorDrift'
        ? t('hints.drift', { ...values, count: hint.Days ?? 0 })
        : t('hints.unlike', { ...values, count: hint.Rooms ?? 0 })
    }
  }
}

const list = (parts: readonly string[]) => listText(parts)

/** States how often hints of the kind were right, as far as people have judged them. */
export function precisionText(
  precision: AnswerOf<typeof hints.list>['Precision'],
  kind: Hint['Kind'],
): string {
  const { Right: right = 0, Wrong: wrong = 0 } = precision.find(({ Kind }) => Kind === kind) ?? {}
  return right + wrong === 0 ? t('hints.unanswered') : t('hints.answered', { right, count: right + wrong })
}
