import type { InheritedField } from '@eot/contract/site-fields'
import { roleText } from '../../../domain/role-text.ts'
import { t } from '../../../texts/i18n.ts'

/** Formats a value that a site sets or inherits, in the language shown. Roles are a list of their names. */
export function settingText(field: InheritedField, value: string): string {
  if (field === 'ForceRoleTwoFactorAuth') return value.split(', ').map(roleText).join(', ')
  if (!field.startsWith('Settings.')) return value
  return t(`sites.choice.${value}` as 'sites.choice.Dark', { defaultValue: value }) // a choice of a newer server has no text yet
}
