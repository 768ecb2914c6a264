import type { Site } from '@eot/contract/site-fields'
import { useTranslation } from 'react-i18next'
import { roleText } from '../../../domain/role-text.ts'
import { Check } from '../../../ui/check.tsx'
import { Source } from './setting-row.tsx'

interface TwoFactorRolesProps {
  site: Site
  /** Ids of the roles for which the site itself requires a second factor. */
  own: readonly string[]
  onChange: (own: readonly string[]) => void
}

/** The roles that must use two-factor authentication. Requirements of a site above cannot be removed here. */
export function TwoFactorRoles({ site, own, onChange }: TwoFactorRolesProps) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-label={t('sites.twoFactor.title')}>
      <header>
        <h2>{t('sites.twoFactor.title')}</h2>
      </header>
      <table className="table two-factor-roles" aria-label={t('sites.twoFactor.title')}>
        <thead>
          <tr>
            <th scope="col">{t('sites.twoFactor.role')}</th>
            <th scope="col">{t('sites.twoFactor.atSignIn')}</th>
            <th scope="col">{t('sites.twoFactor.source')}</th>
          </tr>
        </thead>
        <tbody>
          {site.TwoFactorRoles?.map(({ Id, Name, IsRequired, Source: source }) => {
            const isAbove = IsRequired && source?.Id !== site.Id
            const isOwn = own.includes(Id)
            const isRequired = isAbove || isOwn
            return (
              <tr key={Id}>
                <td className="strong">{roleText(Name)}</td>
                <td>
                  <span className="row">
                    <Check
                      label={t('sites.twoFactor.requiredFor', { role: roleText(Name) })}
                      labelHidden
                      checked={isRequired}
                      disabled={isAbove}
                      onChange={() => onChange(isOwn ? own.filter((one) => one !== Id) : [...own, Id])}
                    />
                    <span className={isRequired ? undefined : 'faint'}>
                      {t(isRequired ? 'sites.twoFactor.required' : 'sites.twoFactor.optional')}
                    </span>
                  </span>
                </td>
                <td>{isRequired && <Source isOwn={!isAbove} source={source} />}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <footer className="foot">{t('sites.twoFactor.note')}</footer>
    </section>
  )
}
