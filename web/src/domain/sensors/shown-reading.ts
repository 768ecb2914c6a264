import { findKind, type Measurement, shownUnit, valueText } from '../../lib/units.ts'
import { t } from '../../texts/i18n.ts'

/** Kinds without a unit are indices of the device, except for a switch, which is only on or off. */
export function unitText(kind: string, measurement: Measurement): string {
  const unit = findKind(kind)?.unit ?? ''
  return unit === '' && kind !== 'tamper' ? t('sensors.index') : shownUnit(unit, measurement)
}

export const readingText = (value: number, kind: string, measurement: Measurement): string =>
  valueText(value, kind, measurement)
