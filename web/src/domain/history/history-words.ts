import { t } from '../../texts/i18n.ts'

/** An audited action in words. Actions without a text of their own are spelled out: `device.key_replaced`. */
export function actionText(action: string): string {
  const texts: Readonly<Record<string, string>> = t('history.actions', { returnObjects: true })
  return texts[action] ?? sentence(action.replaceAll(/[._]/g, ' '))
}

/** A field of the API in words: `FullName`, `Settings.ReportInterval`. */
export const fieldText = (name: string): string =>
  sentence(
    name
      .replaceAll('.', ' ')
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      .replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()),
  )

/** A value of a field as text. Named records are shown by name, lists separated by commas. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('history.none')
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(', ') : t('history.none')
  if ('Name' in value) return valueText(value.Name)
  const parts = Object.entries(value).map(([name, part]) => `${fieldText(name)}: ${valueText(part)}`)
  return parts.join(', ') || t('history.none')
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
