import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { recheckSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'

/** Recreates the session with a full page load, at the previous address or the dashboard. */
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
