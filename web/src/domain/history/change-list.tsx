import './history.css'
import type { AuditEntry } from '@eot/contract/audit'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormulaText } from '../sensors/sensor-look.tsx'
import { changeLines } from './history-words.ts'
import { useReader } from './use-reader.ts'

/** The changed fields of an audit entry: the old value, struck through, and the new value. A new record has only new values. */
export function ChangeList({ entry }: { entry: Pick<AuditEntry, 'Action' | 'Changes'> }) {
  const { t } = useTranslation()
  const lines = changeLines(entry, useReader())
  if (lines.length === 0) return null
  return (
    <ul className="changes">
      {lines.map(({ field, before, after }) => (
        <li key={field}>
          <span className="muted">
            <FormulaText text={field} />
          </span>{' '}
          {before !== undefined && (
            <>
              <del>
                <span className="vh">{t('history.before')} </span>
                {before}
              </del>{' '}
            </>
          )}
          {before !== undefined && after !== undefined && (
            <>
              <ArrowRight className="icon icon-sm" aria-hidden="true" />{' '}
              <span className="vh">{t('history.after')} </span>
            </>
          )}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}
