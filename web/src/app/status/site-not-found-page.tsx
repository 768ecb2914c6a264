import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatusCard } from './status-page.tsx'

export function SiteNotFoundPage() {
  const { t } = useTranslation()
  return (
    <StatusCard
      title={t('shell.status.siteNotFound')}
      text={t('shell.status.siteNotFoundText')}
      action={
        <Link className="btn primary" to="/dashboard" search={{ siteId: '' }}>
          {t('shell.status.goToDashboard')}
        </Link>
      }
    />
  )
}
