import { useTranslation } from 'react-i18next'

/** Marks an open alert about which nothing has been heard for a while. */
export function StaleBadge() {
  const { t } = useTranslation()
  return (
    <span className="chip outline stale-alert" title={t('alerts.staleText')}>
      {t('alerts.stale')}
    </span>
  )
}
