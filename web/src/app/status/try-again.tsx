import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { recheckSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'

/** Makes the session anew by a full load, at the place it was, or the dashboard. */
export function TryAgain({ from }: { from: string | undefined }) {
  const { t } = useTranslation()

  function handleRetry() {
    recheckSession()
    window.location.assign(from ?? '/dashboard')
  }

  return (
    <Button variant="primary" icon={RefreshCw} onClick={handleRetry}>
      {t('shell.status.tryAgain')}
    </Button>
  )
}
