import type { AuditEntry } from '@eot/contract/audit'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChangeList } from '../../domain/history/change-list.tsx'
import { actionText, fieldText, valueText } from '../../domain/history/history-words.ts'
import { useReader } from '../../domain/history/use-reader.ts'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { fullTime } from '../../lib/time/time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { linkOfRow } from '../../ui/use-list-keys.ts'
import { actorName } from './audit-columns.tsx'
import { auditList } from './audit-list.ts'

interface AuditDrawerProps {
  id: string
  /** undefined: not on this page of the list. */
  entry: AuditEntry | undefined
  onClose: () => void
}

/** An audited action with everything recorded about it. */
export function AuditDrawer({ id, entry, onClose }: AuditDrawerProps) {
  const { t } = useTranslation()
  return (
    <SideDrawer
      label={t('history.log.details')}
      subject={id}
      onClose={onClose}
      returnFocus={() => linkOfRow(id)}
      isReading
    >
      <header>
        <h2>{entry ? actionText(entry.Action) : t('history.log.details')}</h2>
        <span className="row d-close">
          <IconButton icon={X} size="sm" label={t('action.close')} onClick={onClose} />
        </span>
      </header>
      {entry ? <Content entry={entry} /> : <Empty title={t('history.log.gone')} />}
    </SideDrawer>
  )
}

function Content({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const reader = useReader()
  const { filter } = useListState(auditList)
  const { Actor, Subject } = entry
  const details = Object.entries(entry.Details)
  const facts: Fact[] = [
    [t('history.log.when'), fullTime(entry.At, reader.zone)],
    [t('history.log.who'), actorName(entry)],
    [t('history.log.record'), Subject && (Subject.Name ?? Subject.Id)],
    [t('history.log.site'), entry.Site?.Name],
    [t('history.log.address'), entry.Address],
    ...details.map(([name, value]): Fact => [fieldText(name), valueText(value, reader)]),
  ]
  return (
    <>
      <section>
        <FactList facts={facts} />
      </section>
      {Object.keys(entry.Changes).length > 0 && (
        <section>
          <h3>{t('history.log.changes')}</h3>
          <ChangeList entry={entry} />
        </section>
      )}
      <footer>
        {Actor && (
          <Button onClick={() => filter({ actor: Actor.Id })}>
            {t('history.log.onlyActor', { name: Actor.Name })}
          </Button>
        )}
        {Subject && (
          <Button onClick={() => filter({ subject: Subject.Id })}>
            {t('history.log.onlySubject', { name: Subject.Name ?? t('history.log.thisRecord') })}
          </Button>
        )}
      </footer>
    </>
  )
}
