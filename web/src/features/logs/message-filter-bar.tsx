import { deliveryStatuses, emailTypes } from '@eot/contract/message-kinds'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LogTabs } from '../../domain/deliveries/log-tabs.tsx'
import { ListFilters, OneFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import { messageList } from './message-list.ts'
import { useChannel } from './use-channel.ts'

export function MessageFilterBar() {
  const { t } = useTranslation()
  const channel = useChannel()
  return (
    <ListFilters>
      <LogTabs current={channel} />
      <OneFilter
        list={messageList}
        name="status"
        label={t('logs.column.status')}
        values={deliveryStatuses}
        text={(status) => t(`logs.status.${status}`)}
      />
      {channel === 'Email' && (
        <SomeFilter
          list={messageList}
          name="type"
          label={t('logs.about')}
          icon={Mail}
          values={emailTypes.filter((type) => type !== 'PushTest')}
          text={(type) => t(`logs.type.${type}`)}
        />
      )}
    </ListFilters>
  )
}
