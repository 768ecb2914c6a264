import './account.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { DisplaySettings } from './display-settings.tsx'

/** The user's profile, and links to password and two-factor settings. */
export function AccountPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const facts = [
    [t('account.name'), user.FullName],
    [t('account.email'), user.Email],
    [t('account.phone'), user.PhoneNumber],
    [t('account.role'), user.UserRole.Name],
    [t('account.site'), user.Site.Name],
  ] as const
  return (
    <>
      <PageHead title={t('account.title')} sub={t('account.sub')} />
      <div className="stack account-cards">
        <section className="card">
          <header>
            <h2>{t('account.person')}</h2>
          </header>
          <dl className="body account-facts">
            {facts.map(
              ([name, value]) =>
                value && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </section>
        <DisplaySettings />
        <section className="card">
          <header>
            <h2>{t('account.security')}</h2>
          </header>
          <div className="body row wrap">
            <Link className="btn" to="/change-password">
              {t('account.changePassword')}
            </Link>
            <Link className="btn" to="/multi-factor-auth">
              {t('account.twoFactor')}
            </Link>
          </div>
        </section>
      </div>
    </>
  )
}
