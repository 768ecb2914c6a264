import { type Channel, channels } from '@eot/contract/channels'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { Segments } from '../../ui/segments.tsx'
import { messageList } from './message-list.ts'

/** The channel whose messages are shown. */
export const useChannel = (): Channel => useListState(messageList).filters.channel ?? 'Email'

/** Switches to the log of another channel. Its filters and open message do not apply there. */
export function ChannelTabs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const channel = useChannel()
  return (
    <Segments
      label={t('logs.channel')}
      value={channel}
      options={channels.map((value) => ({ value, text: t(`logs.${value}.name`) }))}
      onChange={(next) =>
        void navigate({
          to: '/admin/notifications',
          search: { channel: next === 'Email' ? undefined : next },
        })
      }
    />
  )
}
