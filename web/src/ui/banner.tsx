import { Info, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

interface BannerProps {
  tone?: 'info' | 'caution'
  icon?: LucideIcon
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
}

/** A one-line message about the page, announced politely when it appears. */
export function Banner({ tone = 'info', icon: Icon = Info, children, action, onDismiss }: BannerProps) {
  const { t } = useTranslation()
  return (
    <div className={classNames('banner', tone === 'caution' && 'caution')} role="status">
      <Icon className="icon" aria-hidden="true" />
      <span>{children}</span>
      <span className="spacer" />
      {action}
      {onDismiss && <IconButton icon={X} size="sm" label={t('action.dismiss')} onClick={onDismiss} />}
    </div>
  )
}
