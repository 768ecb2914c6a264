import { useTranslation } from 'react-i18next'

/** Marks an open alert whose device has not reported for a while. */
export function StaleBadge() {
  const { t } = useTranslation()
  return (
    <span className="chip outline stale-alert" title={t('alerts.staleText')}>
      {t('alerts.stale')}
    </span>
  )
}
