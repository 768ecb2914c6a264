import './line-edits.css'
import type { ImportColumn } from '@eot/contract/import-columns'
import { type Import, type ImportLine, imports } from '@eot/contract/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callForBlob } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useFileDownload } from '../../lib/lists/download-button.tsx'
import { useTypedSearch } from '../../lib/lists/use-typed-search.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { CorrectCell, Corrections, canCorrect } from './correct-cell.tsx'
import { fateLevels } from './fate-tiles.tsx'
import { useKeptFocus } from './focus-next.ts'
import type { ImportAddress, ShownFate } from './import-address.ts'
import { LeaveOutIcon, LeaveOutLink } from './leave-out.tsx'
import { Place, placeField, Why } from './line-cells.tsx'
import type { LineEdits } from './use-line-edits.ts'

const pageSize = 25

interface LinesCardProps {
  of: Import
  address: ImportAddress
  edits: LineEdits
  onGo: (to: ImportAddress) => void
}

/** The lines of a checked file, a page at a time. */
export function LinesCard({ of, address, edits, onGo }: LinesCardProps) {
  const { t } = useTranslation()
  const { fate, find = '', page = 0 } = address
  const [typed, setTyped] = useTypedSearch(find, (text) => onGo({ find: text || undefined, page: undefined }))
  const lines = useQuery({
    ...queryOf(imports.lines, {
      params: { id: of.Id },
      query: { ...filterOf(fate), search: find || undefined, Page: page, PageSize: pageSize },
    }),
    placeholderData: keepPreviousData,
    // A file that is checked again with other columns has other lines.
    staleTime: 0,
    gcTime: 0,
  })
  const keptFocus = useKeptFocus(lines.data)
  const total = lines.data?.Total ?? 0
  const columns = useColumns(of, edits)
  function headingOf(line: ImportLine) {
    const group = groupOf(line)
    return group && t(`imports.group.${group}`)
  }
  return (
    <section className="card import-lines" {...keptFocus} aria-label={t('imports.lines.title')}>
      <header>
        <h2>{t('imports.lines.title')}</h2>
        <span className="note">{t(edits.isChecking ? 'imports.lines.again' : 'imports.lines.note')}</span>
        <div className="end">
          <SearchBox
            label={t('imports.lines.search')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      </header>
      <DataTable
        label={t('imports.lines.title')}
        columns={columns}
        rows={lines.isError ? [] : lines.data?.Items}
        keyOf={(line) => String(line.Line)}
        card={(line) => <LineCard of={of} line={line} edits={edits} />}
        groupOf={fate === undefined ? (line) => headingOf(line) : undefined}
        rowClass={({ Fate }) => (Fate === 'LeftOut' ? 'left-out' : undefined)}
        stale={lines.isPlaceholderData}
        instead={
          lines.isError ? (
            <ErrorPanel text={failureText(lines.error)} onRetry={() => void lines.refetch()} />
          ) : (
            <Empty title={t('imports.lines.none')} />
          )
        }
      />
      <div className="foot">
        {of.Counts.Refused > 0 && <RefusedButton of={of} />}
        {total > pageSize && (
          <Pager
            page={page}
            pageSize={pageSize}
            total={total}
            onPage={(next) => onGo({ page: next || undefined })}
          />
        )}
      </div>
    </section>
  )
}

function RefusedButton({ of }: { of: Import }) {
  const { t } = useTranslation()
  const download = useFileDownload({
    name: 'refused-lines',
    load: () => callForBlob(imports.refused, { params: { id: of.Id } }),
  })
  return (
    <Button size="sm" icon={Download} disabled={download.isPending} onClick={() => download.mutate()}>
      {t('imports.lines.download', { count: of.Counts.Refused })}
    </Button>
  )
}

function useColumns(of: Import, edits: LineEdits): Column<ImportLine>[] {
  const { t } = useTranslation()
  const kind = of.Kind
  const cellOf = (line: ImportLine, field: ImportColumn, shown: ReactNode) =>
    canCorrect(of, line, field) ? <CorrectCell of={of} line={line} field={field} edits={edits} /> : shown
  const name: Column<ImportLine> = {
    key: 'name',
    title: t('imports.lines.name'),
    className: 'strong',
    cell: (line) => cellOf(line, 'Name', line.Cells.Name ?? ''),
  }
  const mac: Column<ImportLine> = {
    key: 'mac',
    title: t('imports.lines.mac'),
    cell: (line) => cellOf(line, 'Mac', <span className="mono">{line.Cells.Mac}</span>),
  }
  return [
    { key: 'line', title: t('imports.lines.line'), numeric: true, cell: (line) => line.Line },
    { key: 'fate', title: t('imports.lines.fate'), cell: (line) => <Fate line={line} /> },
    name,
    ...(kind === 'Devices' ? [mac] : []),
    {
      key: 'place',
      title: t(kind === 'Devices' ? 'imports.lines.site' : 'imports.lines.parent'),
      cell: (line) => cellOf(line, placeField[kind], <Place kind={kind} line={line} />),
    },
    {
      key: 'why',
      title: t('imports.lines.why'),
      className: 'why',
      cell: (line) => (
        <>
          <Why of={of} line={line} />
          <Corrections of={of} line={line} apartFrom={['Name', 'Mac', placeField[kind]]} edits={edits} />
          <LeaveOutLink line={line} edits={edits} />
        </>
      ),
    },
    {
      key: 'leave',
      title: t('imports.lines.leave'),
      titleHidden: true,
      className: 'leave',
      cell: (line) => <LeaveOutIcon line={line} edits={edits} />,
    },
  ]
}

/** The heading above lines like this one. Those that cannot be imported come first and need none. */
function groupOf({ Fate, Warning }: ImportLine) {
  if (Fate === 'Refused') return undefined
  if (Fate === 'LeftOut') return 'leftOut'
  return Warning !== null || Fate === 'Changed' ? 'look' : 'fine'
}

/** The query for the lines of a tile. */
function filterOf(fate: ShownFate | undefined) {
  if (fate === 'Check') return { Fate: 'Created', Warned: 'true' } as const
  return fate === 'Created' ? ({ Fate: fate, Warned: 'false' } as const) : { Fate: fate }
}

function Fate({ line }: { line: ImportLine }) {
  const { t } = useTranslation()
  const fate = line.Fate === 'Created' && line.Warning !== null ? 'Check' : line.Fate
  const [siteBefore] = line.Changes.Site ?? [undefined]
  const change = siteBefore === undefined ? 'Changed' : siteBefore === null ? 'Claimed' : 'Moved'
  return (
    <span className="import-fate">
      <Glyph level={fateLevels[fate]} />
      {t(`imports.fate.${fate === 'Changed' ? change : fate}`)}
    </span>
  )
}

function LineCard({ of, line, edits }: { of: Import; line: ImportLine; edits: LineEdits }) {
  const { t } = useTranslation()
  // The others are shown as fields below.
  const isRight = (field: ImportColumn) => !canCorrect(of, line, field)
  return (
    <div className="import-line-card">
      <div className="row">
        <Fate line={line} />
        <span className="spacer" />
        <span className="faint">
          {t('imports.lines.line')} {line.Line}
        </span>
        <LeaveOutIcon line={line} edits={edits} />
      </div>
      {isRight('Name') && <b className="strong">{line.Cells.Name}</b>}
      {line.Cells.Mac && isRight('Mac') && <span className="mono">{line.Cells.Mac}</span>}
      {isRight(placeField[of.Kind]) && <Place kind={of.Kind} line={line} />}
      <Why of={of} line={line} />
      <Corrections of={of} line={line} apartFrom={[]} edits={edits} />
      <LeaveOutLink line={line} edits={edits} />
    </div>
  )
}
