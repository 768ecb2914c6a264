import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Links to the list. */
export function BackLink() {
  const { t } = useTranslation()
  return (
    <p className="back">
      <Link to="/site/webhooks">{t('webhooks.title')}</Link>
    </p>
  )
}
