import { type EmailStatus, type EmailType, emailStatuses, emailTypes } from '@eot/contract/logs'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Picker } from '../../ui/picker.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useEmailSearch } from './use-email-search.ts'

export function EmailFilterBar() {
  const { t } = useTranslation()
  const { search, narrow } = useEmailSearch()
  const chosen = search.type ?? []
  const [first] = chosen
  return (
    <search className="filters scroll" aria-label={t('logs.filters')}>
      <Segments<EmailStatus | 'all'>
        label={t('logs.column.status')}
        value={search.status ?? 'all'}
        options={[
          { value: 'all', text: t('logs.all') },
          ...emailStatuses.map((value) => ({ value, text: t(`logs.status.${value}`) })),
        ]}
        onChange={(status) => narrow({ status: status === 'all' ? undefined : status })}
      />
      <Picker
        label={t('logs.about')}
        icon={Mail}
        options={emailTypes.map((value) => ({ value, text: t(`logs.type.${value}`) }))}
        chosen={chosen}
        onChange={(next) => narrow({ type: next.length > 0 ? (next as EmailType[]) : undefined })} // its options are types
        allText={t('logs.all')}
        chosenText={
          chosen.length === 1 && first ? t(`logs.type.${first}`) : t('logs.chosen', { count: chosen.length })
        }
      />
    </search>
  )
}
