import { useTranslation } from 'react-i18next'

/** Marks an alert that was raised repeatedly and is held open until the value has been calm. */
export function UnstableBadge() {
  const { t } = useTranslation()
  return (
    <span className="chip outline unstable" title={t('alerts.unstableText')}>
      {t('alerts.unstable')}
    </span>
  )
}
