import type { UserRole } from '@eot/contract/user-roles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { roleText } from '../../domain/role-text.ts'
import { useSession } from '../../session/use-session.tsx'
import { isRoleName } from './role-names.ts'

interface RoleFieldProps {
  roles: readonly UserRole[]
  value: string
  error: string | undefined
  /** Why the role cannot be changed. */
  locked?: string | undefined
  onChange: (id: string) => void
}

/** Chooses a role. Those above the user's own are shown, but cannot be chosen. */
export function RoleField({ roles, value, error, locked, onChange }: RoleFieldProps) {
  const { t } = useTranslation()
  const { priority } = useSession()
  const id = useId()
  return (
    <fieldset className="field role-field" aria-describedby={locked || error ? `${id}-note` : undefined}>
      <legend className="label">{t('users.column.role')}</legend>
      <div className="roles">
        {roles.map((role) => {
          const isAbove = role.Priority > priority
          return (
            <label key={role.Id} htmlFor={`${id}${role.Id}`} data-disabled={isAbove || Boolean(locked)}>
              <input
                id={`${id}${role.Id}`}
                type="radio"
                name={id}
                checked={role.Id === value}
                disabled={isAbove || Boolean(locked)}
                aria-invalid={Boolean(error)}
                onChange={() => onChange(role.Id)}
              />
              {roleText(role.Name)}
              <small>
                {isAbove ? t('users.role.above') : isRoleName(role.Name) && t(`users.role.does.${role.Name}`)}
              </small>
            </label>
          )
        })}
      </div>
      {(error ?? locked) && (
        <div className={error ? 'err' : 'hint'} id={`${id}-note`} role={error ? 'alert' : undefined}>
          {error ?? locked}
        </div>
      )}
    </fieldset>
  )
}
