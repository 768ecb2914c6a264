import type { User } from '@eot/contract/users'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roleText } from '../../domain/role-text.ts'
import { AgoByMinute } from '../../domain/time-text.tsx'
import { Chip } from '../../ui/chip.tsx'
import { InvitationChip, TwoFactorMark } from './user-columns.tsx'

interface UserFactsProps {
  user: User
  /** The form above already shows role, site and email. */
  inForm?: boolean
}

/** Facts about a user that cannot be edited. */
export function UserFacts({ user, inForm = false }: UserFactsProps) {
  const { t } = useTranslation()
  const state = t(user.IsActive ? 'users.state.active' : 'users.state.inactive')
  const shownAbove: [string, ReactNode][] = [
    [t('users.column.role'), roleText(user.UserRole.Name)],
    [t('users.form.site'), user.Site.Name],
    [t('users.form.email'), user.Email],
  ]
  const facts: [name: string, value: ReactNode][] = [
    [t('users.column.state'), user.IsActive ? state : <Chip key="state">{state}</Chip>],
    ...(inForm ? [] : shownAbove),
    [t('users.column.twoFactor'), <TwoFactorMark key="two-factor" user={user} />],
    [t('users.signIn.title'), t(`users.signIn.${user.AuthType}`)],
    [
      t('users.column.lastSignIn'),
      user.Invitation ? (
        <InvitationChip key="invitation" invitation={user.Invitation} />
      ) : (
        <AgoByMinute key="ago" at={user.LastSignInAt} never={t('users.never')} />
      ),
    ],
  ]
  return (
    <dl className="user-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
