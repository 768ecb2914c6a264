import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOpensPage } from '../../session/use-session.tsx'

const paths = { requests: '/site/webhooks', events: '/site/webhooks/events' } as const

/** Switches between the lists of requests and events. */
export function WebhookTabs() {
  const { t } = useTranslation()
  const hasEvents = useOpensPage(paths.events)
  if (!hasEvents) return null
  return (
    <nav className="seg" aria-label={t('webhooks.title')}>
      {(['requests', 'events'] as const).map((name) => (
        <Link
          key={name}
          to={paths[name]}
          className="seg-link"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(`webhooks.tab.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
