import { useTranslation } from 'react-i18next'

/** Loads the page again. */
export function ToastRefresh() {
  const { t } = useTranslation()
  return (
    <button type="button" onClick={() => window.location.reload()}>
      {t('shell.status.refresh')}
    </button>
  )
}
