import { emailStatuses, emailTypes } from '@eot/contract/logs'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListFilters, OneFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import { emailList } from './email-list.ts'

export function EmailFilterBar() {
  const { t } = useTranslation()
  return (
    <ListFilters>
      <OneFilter
        list={emailList}
        name="status"
        label={t('logs.column.status')}
        values={emailStatuses}
        text={(status) => t(`logs.status.${status}`)}
      />
      <SomeFilter
        list={emailList}
        name="type"
        label={t('logs.about')}
        icon={Mail}
        values={emailTypes}
        text={(type) => t(`logs.type.${type}`)}
      />
    </ListFilters>
  )
}
