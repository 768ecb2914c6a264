import './messages.css'
import type { Severity } from '@eot/contract/vocabulary'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Glyph } from '../../ui/glyph.tsx'

interface MessageBannerProps {
  message: { Title: string; Description: string; Severity: Severity }
  /** Omitted: it cannot be dismissed. */
  onDismiss?: (() => void) | undefined
  /** A preview of the draft, which is not announced to screen readers. */
  isPreview?: boolean
  action?: ReactNode
}

/** A system message above the page. A critical one interrupts screen readers, others wait. */
export function MessageBanner({ message, onDismiss, isPreview, action }: MessageBannerProps) {
  const { t } = useTranslation()
  const { Title, Description, Severity } = message
  const level = levelOf(Severity)
  return (
    <div
      className={classNames('banner message', level)}
      {...(!isPreview && { role: Severity === 'Critical' ? 'alert' : 'status' })}
    >
      <Glyph level={level} label={t(`vocabulary.severity.${Severity}`)} />
      <p className="message-text">
        <b className="strong">{Title}</b> {Description}
      </p>
      {action}
      {onDismiss && (
        <IconButton icon={X} size="sm" label={t('banner.dismiss', { title: Title })} onClick={onDismiss} />
      )}
    </div>
  )
}
