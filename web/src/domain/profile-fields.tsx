import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormText } from '../lib/forms/form-text.tsx'
import type { EditOptions } from '../lib/forms/use-edit.ts'
import type { Form } from '../lib/forms/use-form.ts'
import { t } from '../texts/i18n.ts'
import { SwitchRow } from '../ui/switch-row.tsx'

/** What users may change in their own profile. */
export interface ProfileValues {
  FullName: string
  UserTitle: string
  PhoneNumber: string
  NotificationsEnabled: boolean
  EmailEnabled: boolean
  TextEnabled: boolean
}

interface ProfileFieldsProps {
  form: Form<ProfileValues>
  /** Fields between the title and the phone number. */
  children?: ReactNode
}

/** Name, title and phone number of a user. */
export function ProfileFields({ form, children }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const rest = { form, autoComplete: 'off' }
  return (
    <>
      <div className="pair">
        <FormText {...rest} name="FullName" label={t('users.form.name')} maxLength={120} />
        <FormText {...rest} name="UserTitle" label={t('users.form.title')} maxLength={120} />
      </div>
      {children}
      <FormText
        {...rest}
        name="PhoneNumber"
        label={t('users.form.phone')}
        type="tel"
        hint={t('users.form.phoneHint')}
        maxLength={40}
      />
    </>
  )
}

/** Whether and how a user gets notices. */
export function NoticeSwitches({ form }: { form: Pick<Form<ProfileValues>, 'values' | 'set'> }) {
  const { t } = useTranslation()
  const { values, set } = form
  return (
    <>
      <SwitchRow
        label={t('users.form.notices')}
        hint={t('users.form.noticesHint')}
        checked={values.NotificationsEnabled}
        onChange={(NotificationsEnabled) => set({ NotificationsEnabled })}
      />
      <SwitchRow
        label={t('users.form.byEmail')}
        checked={values.EmailEnabled}
        disabled={!values.NotificationsEnabled}
        onChange={(EmailEnabled) => set({ EmailEnabled })}
      />
      <SwitchRow
        label={t('users.form.byText')}
        checked={values.TextEnabled}
        disabled={!values.NotificationsEnabled}
        onChange={(TextEnabled) => set({ TextEnabled })}
      />
    </>
  )
}

export const switchWord = (isOn: boolean): string => t(isOn ? 'users.on' : 'users.off')

/** The names of the fields where two edits are compared. */
export const profileWords = () =>
  ({
    FullName: { label: t('users.form.name') },
    UserTitle: { label: t('users.form.title') },
    PhoneNumber: { label: t('users.form.phone') },
    NotificationsEnabled: { label: t('users.form.notices'), text: switchWord },
    EmailEnabled: { label: t('users.form.byEmail'), text: switchWord },
    TextEnabled: { label: t('users.form.byText'), text: switchWord },
  }) satisfies EditOptions<ProfileValues, never>['fields']
