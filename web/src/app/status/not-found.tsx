import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../../session/use-session.tsx'
import { AccountFrame } from './account-frame.tsx'
import { StatusCard } from './status-page.tsx'

/** For visitors who are not signed in. */
export function AccountNotFound() {
  const { t } = useTranslation()
  if (useSessionState().phase === 'authorized') {
    return (
      <AccountFrame>
        <PortalNotFound />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame>
      <StatusCard
        title={t('shell.status.notFoundTitle')}
        text={t('shell.status.notFoundText')}
        action={
          <Link className="btn primary" to="/login">
            {t('shell.status.goToLogin')}
          </Link>
        }
      />
    </AccountFrame>
  )
}

/** Within the portal, also for pages the role does not permit. */
export function PortalNotFound() {
  const { t } = useTranslation()
  return (
    <StatusCard
      title={t('shell.status.notFoundTitle')}
      text={t('shell.status.notFoundText')}
      action={
        <Link className="btn primary" to="/dashboard">
          {t('shell.status.goToDashboard')}
        </Link>
      }
    />
  )
}
