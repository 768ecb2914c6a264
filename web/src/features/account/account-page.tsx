import './account.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/page-head.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { KeyboardSettings } from './keyboard-settings.tsx'
import { ProfileCard } from './profile-card.tsx'
import { PushCard } from './push/push-card.tsx'

/** The user's profile, and links to password and two-factor settings. */
export function AccountPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('account.title')} sub={t('account.sub')} />
      <div className="stack account-cards">
        <ProfileCard />
        <DisplaySettings />
        <PushCard />
        <KeyboardSettings />
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
