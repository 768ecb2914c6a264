import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'

interface LoadFailureProps {
  /** What went wrong. null: nothing. */
  failed: unknown
  onRetry: () => void
}

/** Below a field whose choices could not be loaded. */
export function LoadFailure({ failed, onRetry }: LoadFailureProps) {
  const { t } = useTranslation()
  if (!failed) return null
  return (
    <p className="err row wrap" role="alert">
      {failureText(failed)}
      <Button size="sm" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </p>
  )
}
