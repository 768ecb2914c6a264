import { type Channel, channels } from '@eot/contract/channels'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOpensPage } from '../../session/use-session.tsx'
import { Segments } from '../../ui/segments.tsx'

/** Switches between the delivery logs. Filters and the open row are not carried over. */
export function LogTabs({ current }: { current: Channel | 'Webhook' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hasMessages = useOpensPage('/admin/notifications')
  const hasWebhooks = useOpensPage('/admin/webhooks')
  const offered = [...(hasMessages ? channels : []), ...(hasWebhooks ? (['Webhook'] as const) : [])]
  return (
    <Segments
      label={t('logs.channel')}
      value={current}
      options={offered.map((value) => ({ value, text: t(`logs.${value}.name`) }))}
      onChange={(next) =>
        void (next === 'Webhook'
          ? navigate({ to: '/admin/webhooks', search: {} })
          : navigate({
              to: '/admin/notifications',
              search: { channel: next === 'Email' ? undefined : next },
            }))
      }
    />
  )
}
