import { type AuditEntry, auditAreas } from '@eot/contract/audit'
import { ListTodo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListFilters, OneFilter, SetFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import { auditList, periods } from './audit-list.ts'

/** The names of the person and the record in the filters come from `rows`. */
export function AuditFilterBar({ rows }: { rows: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  const nameOf = (id: string, all: readonly (AuditEntry['Subject'] | undefined)[]) =>
    all.find((one) => one?.Id === id)?.Name
  return (
    <ListFilters>
      <OneFilter
        list={auditList}
        name="period"
        label={t('history.log.when')}
        values={periods}
        text={(period) => t(`history.log.period.${period}`)}
      />
      <SomeFilter
        list={auditList}
        name="area"
        label={t('history.log.what')}
        icon={ListTodo}
        values={auditAreas}
        text={(area) => t(`history.log.area.${area}`)}
      />
      <SetFilter
        list={auditList}
        name="actor"
        label={t('history.log.who')}
        text={(id) =>
          nameOf(
            id,
            rows.map((row) => row.Actor),
          ) ?? t('history.log.thisPerson')
        }
      />
      <SetFilter
        list={auditList}
        name="subject"
        label={t('history.log.record')}
        text={(id) =>
          nameOf(
            id,
            rows.map((row) => row.Subject),
          ) ?? t('history.log.thisRecord')
        }
      />
    </ListFilters>
  )
}
