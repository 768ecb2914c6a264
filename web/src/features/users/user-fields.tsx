import { userRoles } from '@eot/contract/user-roles'
import type { User } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSite } from '../../domain/form-fields.tsx'
import { NoticeSwitches, ProfileFields, type ProfileValues } from '../../domain/profile-fields.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { FormText } from '../../lib/forms/form-text.tsx'
import type { Form } from '../../lib/forms/use-form.ts'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { RoleField } from './role-field.tsx'

export interface UserValues extends ProfileValues {
  Email: string
  /** Ids. */
  UserRole: string
  Site: string
  ForceUserTwoFactorAuth: boolean
}

export const valuesOf = (user: User): UserValues => ({
  FullName: user.FullName,
  UserTitle: user.UserTitle ?? '',
  Email: user.Email,
  PhoneNumber: user.PhoneNumber ?? '',
  UserRole: user.UserRole.Id,
  Site: user.Site.Id,
  ForceUserTwoFactorAuth: user.ForceUserTwoFactorAuth,
  NotificationsEnabled: user.NotificationsEnabled,
  EmailEnabled: user.EmailEnabled,
  TextEnabled: user.TextEnabled,
})

interface UserFieldsProps {
  form: Form<UserValues>
  /** The choices for the user's site are this site and its sub-sites. */
  siteId: string
  /** The user edits their own record. Its role and security settings can be changed only by another administrator. */
  isOwn?: boolean
}

export function UserFields({ form, siteId, isOwn = false }: UserFieldsProps) {
  const { t } = useTranslation()
  const { values, set, errors } = form
  const profile = form as unknown as Form<ProfileValues> // its fields are a part of these
  const roles = useQuery(queryOf(userRoles.all, {})).data ?? []
  return (
    <>
      <ProfileFields form={profile}>
        <FormText
          form={form}
          name="Email"
          label={t('users.form.email')}
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
          disabled={isOwn}
        />
      </ProfileFields>
      <RoleField
        roles={roles}
        value={values.UserRole}
        error={errors.UserRole}
        locked={isOwn ? t('users.form.own') : undefined}
        onChange={(UserRole) => set({ UserRole })}
      />
      {!isOwn && <FormSite form={form} name="Site" label={t('users.form.site')} siteId={siteId} />}
      <div>
        {!isOwn && (
          <SwitchRow
            label={t('users.form.force')}
            hint={t('users.form.forceHint')}
            checked={values.ForceUserTwoFactorAuth}
            onChange={(ForceUserTwoFactorAuth) => set({ ForceUserTwoFactorAuth })}
          />
        )}
        <NoticeSwitches form={profile} />
      </div>
    </>
  )
}
