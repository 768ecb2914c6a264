import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MessageBanner } from './message-banner.tsx'
import { useActiveMessages, useDismissal } from './use-announcements.ts'

/** More are on the page of announcements. */
const shownAtMost = 3

/** The system messages for the user above every page, most severe first. */
export function MessageBanners() {
  const { t } = useTranslation()
  const { data } = useActiveMessages()
  const dismissal = useDismissal()
  const leaving = dismissal.isPending ? dismissal.variables.id : undefined
  const shown = data?.Items.filter(({ Id, DismissedAt }) => DismissedAt === null && Id !== leaving) ?? []
  if (shown.length === 0) return null
  return (
    <section className="message-banners" aria-label={t('banner.label')}>
      {shown.slice(0, shownAtMost).map((message) => (
        <MessageBanner
          key={message.Id}
          message={message}
          onDismiss={
            message.Severity === 'Critical'
              ? undefined
              : () => dismissal.mutate({ id: message.Id, isDismissed: true })
          }
        />
      ))}
      {shown.length > shownAtMost && <Link to="/announcements">{t('banner.all')}</Link>}
    </section>
  )
}
