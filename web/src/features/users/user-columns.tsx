import type { User } from '@eot/contract/users'
import { Clock, Mail, MessageSquare, TriangleAlert } from 'lucide-react'
import { roleText } from '../../domain/role-text.ts'
import { AgoByMinute, When } from '../../domain/time-text.tsx'
import { cellColumn, RowLink } from '../../lib/lists/columns.tsx'
import { t } from '../../texts/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { UserList, UserSortField } from './user-list.ts'

export const userColumns = (list: UserList): Column<User, UserSortField>[] => [
  cellColumn(t('users.column.name'), (user) => <Person list={list} user={user} />, {
    sort: 'FullName',
    className: 'user-name',
  }),
  cellColumn(
    t('users.column.role'),
    (user) => (
      <span className="two-lines">
        <span>{roleText(user.UserRole.Name)}</span>
        <small>{user.Site.Name}</small>
      </span>
    ),
    { sort: 'UserRole', className: 'user-role' },
  ),
  cellColumn(t('users.column.twoFactor'), (user) => <TwoFactorMark user={user} />, {
    className: 'user-factor',
  }),
  cellColumn(t('users.column.toldBy'), (user) => <ToldBy user={user} />, { className: 'user-told' }),
  cellColumn(t('users.column.lastSignIn'), (user) => <LastSignIn user={user} />, {
    sort: 'LastSignInAt',
    className: 'user-sign-in nowrap',
  }),
]

function Person({ list, user }: { list: UserList; user: User }) {
  return (
    <span className="row">
      <Avatar name={user.FullName} />
      <span className="two-lines">
        <RowLink list={list} id={user.Id}>
          {user.FullName}
        </RowLink>
        <small>{user.Email}</small>
      </span>
    </span>
  )
}

export function TwoFactorMark({ user }: { user: User }) {
  if (user.TwoFactor === 'On') return <Chip glyph="ok">{t('users.twoFactor.On')}</Chip>
  if (user.TwoFactor === 'Off') return <span className="faint">{t('users.twoFactor.Off')}</span>
  return (
    <Chip tone="caution" icon={Clock}>
      {t('users.twoFactor.Missing')}
    </Chip>
  )
}

/** The ways in which the user gets notices. */
function ToldBy({ user }: { user: User }) {
  const ways = [
    { on: user.EmailEnabled, icon: Mail, text: t('users.told.email') },
    { on: user.TextEnabled, icon: MessageSquare, text: t('users.told.text') },
  ].filter(({ on }) => on && user.NotificationsEnabled && user.IsActive)
  if (ways.length === 0) return <span className="faint">{t('users.told.none')}</span>
  return (
    <span className="row muted">
      {ways.map(({ icon: Icon, text }) => (
        <Icon key={text} className="icon" role="img" aria-label={text} />
      ))}
    </span>
  )
}

function LastSignIn({ user }: { user: User }) {
  if (!user.IsActive) return <Chip tone="outline">{t('users.state.inactive')}</Chip>
  if (user.Invitation) return <InvitationChip invitation={user.Invitation} />
  if (user.LastSignInAt === null) return <span className="faint">{t('users.never')}</span>
  return <When at={user.LastSignInAt} toMinute />
}

export function InvitationChip({ invitation }: { invitation: NonNullable<User['Invitation']> }) {
  if (invitation.Status === 'Expired') {
    return (
      <Chip tone="caution" icon={TriangleAlert}>
        {t('users.invitation.Expired')}
      </Chip>
    )
  }
  return (
    <Chip>
      {t('users.invitation.Pending')} <AgoByMinute at={invitation.SentAt} never="" />
    </Chip>
  )
}

/** A user as a card, on narrow screens. */
export function UserCard({ list, user }: { list: UserList; user: User }) {
  const isSpecial = !user.IsActive || user.Invitation !== null || user.TwoFactor === 'Missing'
  return (
    <div className="user-card">
      <Avatar name={user.FullName} />
      <div className="row-card">
        <h2 className="truncate">
          <RowLink list={list} id={user.Id}>
            {user.FullName}
          </RowLink>
        </h2>
        <div className="faint truncate">{user.Email}</div>
        <div className="muted">
          {roleText(user.UserRole.Name)} <span className="faint">· {user.Site.Name}</span>
        </div>
        {isSpecial && (
          <div className="row wrap">
            {(!user.IsActive || user.Invitation) && <LastSignIn user={user} />}
            {user.TwoFactor === 'Missing' && <TwoFactorMark user={user} />}
          </div>
        )}
      </div>
    </div>
  )
}
