import { t } from '../../texts/i18n.ts'

/** The name as plain text, for labels and attributes. */
export function sensorName(sensor: string): string {
  return t(`vocabulary.sensor.${sensor}` as 'vocabulary.sensor.vape', { defaultValue: sensor }) // a kind of a newer server has no text yet
}

export function alertTypeName(type: { Key: string; Name: string }): string {
  return t(`vocabulary.alertType.${type.Key}` as 'vocabulary.alertType.Vape', { defaultValue: type.Name }) // as above
}

/** Splits "CO₂ high" into text and subscripts in turn, because the portal's font has no subscript digits. */
export const formulaParts = (text: string): string[] =>
  text.split(/([₀-₉])/).map((part, at) => (at % 2 === 1 ? part.normalize('NFKC') : part))
