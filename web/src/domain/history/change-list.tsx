import './history.css'
import type { AuditEntry } from '@eot/contract/audit'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fieldText, valueText } from './history-words.ts'

/** The changed fields of an audit entry: the value before, struck through, and the value after. */
export function ChangeList({ entry }: { entry: Pick<AuditEntry, 'Changes'> }) {
  const { t } = useTranslation()
  const changes = Object.entries(entry.Changes)
  if (changes.length === 0) return null
  return (
    <ul className="changes">
      {changes.map(([name, [before, after]]) => (
        <li key={name}>
          <span className="muted">{fieldText(name)}</span>{' '}
          <del>
            <span className="vh">{t('history.before')} </span>
            {valueText(before)}
          </del>{' '}
          <ArrowRight className="icon icon-sm" aria-hidden="true" />{' '}
          <ins>
            <span className="vh">{t('history.after')} </span>
            {valueText(after)}
          </ins>
        </li>
      ))}
    </ul>
  )
}
