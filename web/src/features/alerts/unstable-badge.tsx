import { useTranslation } from 'react-i18next'

/** The alert was raised again and again; it is held open until the value has been calm. */
export function UnstableBadge() {
  const { t } = useTranslation()
  return (
    <span className="chip outline unstable" title={t('alerts.unstableText')}>
      {t('alerts.unstable')}
    </span>
  )
}
