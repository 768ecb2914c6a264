import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LogoText } from '../shell/brand.tsx'
import { LoginWall } from './login-wall.tsx'

/** Layout of all account pages (sign-in, registration, recovery). It stays mounted when one page leads to another. */
export function AccountLayout() {
  const { t } = useTranslation()
  return (
    <div className="login">
      <main className="login-form" id="main" tabIndex={-1}>
        <a className="logo" href="/" aria-label={t('shell.productFull')}>
          <LogoText />
        </a>
        <Outlet />
        <p className="small">{t('signIn.notLifeSafety')}</p>
      </main>
      <LoginWall />
    </div>
  )
}
