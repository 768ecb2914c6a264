import type { BlacklistEntry } from '@eot/contract/blacklist'
import { Ban, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeColumn } from '../../domain/time-column.tsx'
import { cellColumn, numberColumn, RowLink, textColumn } from '../../lib/lists/columns.tsx'
import { t } from '../../texts/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Column } from '../../ui/data-table.tsx'
import { type BlockSortField, blockList } from './block-list.ts'

interface EntryProps {
  entry: BlacklistEntry
}

export const blockColumns = (): Column<BlacklistEntry, BlockSortField>[] => [
  cellColumn(t('blacklist.column.receiver'), (entry) => <Receiver entry={entry} />, { sort: 'Receiver' }),
  textColumn(t('blacklist.column.type'), (entry) => t(`blacklist.type.${entry.Type}`), { sort: 'Type' }),
  cellColumn(t('blacklist.column.state'), (entry) => <BlockMark entry={entry} />),
  textColumn(t('blacklist.column.reason'), reasonOf, { className: 'cut' }),
  numberColumn(t('blacklist.column.failures'), (entry) => entry.Failures),
  timeColumn(t('blacklist.column.lastFailure'), (entry) => entry.LastFailureAt, { sort: 'LastFailureAt' }),
]

export const namesOf = ({ Users }: BlacklistEntry): string => Users.map(({ Name }) => Name).join(', ')

/** Returns why an address is blocked. The reason of one that is no longer blocked is not shown. */
export const reasonOf = ({ IsBlocked, Reason }: BlacklistEntry): string =>
  IsBlocked && Reason !== null ? t(`blacklist.reason.${Reason}`) : ''

function Receiver({ entry }: EntryProps) {
  const names = namesOf(entry)
  return (
    <>
      <RowLink list={blockList} id={entry.Id}>
        {names || entry.Receiver}
      </RowLink>
      {names !== '' && <small>{entry.Receiver}</small>}
    </>
  )
}

/** Shows whether an address gets messages: an icon, a color and a word. */
export function BlockMark({ entry: { IsBlocked } }: EntryProps) {
  const { t } = useTranslation()
  const Icon = IsBlocked ? Ban : Check
  return (
    <span className={classNames('row nowrap', IsBlocked ? 'fg-critical' : 'fg-ok')}>
      <Icon className="icon icon-sm" aria-hidden="true" />
      {t(`blacklist.state.${IsBlocked ? 'blocked' : 'open'}`)}
    </span>
  )
}

/** An entry as a card, on narrow screens. */
export function BlockCard({ entry }: EntryProps) {
  return (
    <div className="row-card">
      <div className="row">
        <h2 className="truncate">
          <RowLink list={blockList} id={entry.Id}>
            {namesOf(entry) || entry.Receiver}
          </RowLink>
        </h2>
        <span className="spacer" />
        <BlockMark entry={entry} />
      </div>
      <div className="muted truncate">{entry.Receiver}</div>
      <div className="faint truncate">{reasonOf(entry)}</div>
    </div>
  )
}
