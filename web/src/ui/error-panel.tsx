import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

interface ErrorPanelProps {
  text: string
  onRetry?: (() => void) | undefined
  /** Which panel failed, if several are side by side. */
  title?: string
}

/** Replaces a single panel that failed; the others stay. */
export function ErrorPanel({ text, onRetry, title }: ErrorPanelProps) {
  const { t } = useTranslation()
  return (
    <div className="empty" role="alert">
      <TriangleAlert className="icon icon-lg fg-serious" aria-hidden="true" />
      <h3>{title ?? t('failure.title')}</h3>
      <p>{text}</p>
      {onRetry && (
        <Button icon={RefreshCw} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}
