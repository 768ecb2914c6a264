import './labels.css'
import { type Import, type ImportLine, imports } from '@eot/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { nameOfPlace } from './line-cells.tsx'

/** As many as are printed at once. */
const pageSize = 200

interface LabelsProps {
  of: Import
  /** Starts at 0. */
  page: number
  onPage: (page: number) => void
}

/** Labels to print for the devices that an import has created. */
export function Labels({ of, page, onPage }: LabelsProps) {
  const { t } = useTranslation()
  const total = of.Counts.Created
  const lines = useQuery(
    queryOf(imports.lines, {
      params: { id: of.Id },
      query: { Fate: 'Created', Page: page, PageSize: pageSize },
    }),
  )
  // The link to the labels is gone, so the focus goes to the heading, as after navigation.
  useEffect(() => document.querySelector<HTMLElement>('.labels-page h1')?.focus(), [])
  return (
    <div className="labels-page">
      <PageHead
        title={t('imports.labels.title')}
        sub={t('imports.labels.note')}
        actions={
          <>
            <Link to="." search={{ import: of.Id }} className="btn">
              <ArrowLeft className="icon" aria-hidden="true" />
              {t('imports.labels.back')}
            </Link>
            <Button variant="primary" icon={Printer} disabled={!lines.data} onClick={() => window.print()}>
              {t('imports.labels.print')}
            </Button>
          </>
        }
      />
      <Panel query={lines} skeleton={<SkeletonRows rows={6} />} className="import-card">
        {({ Items = [] }) => (
          <ul className="labels" aria-label={t('imports.labels.title')}>
            {Items.map((line) => (
              <Label key={line.Line} of={of} line={line} />
            ))}
          </ul>
        )}
      </Panel>
      {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />}
    </div>
  )
}

function Label({ of, line }: { of: Import; line: ImportLine }) {
  const { t } = useTranslation()
  const { Name = '', Mac = '' } = line.Cells
  return (
    <li>
      <QrCode
        text={`${location.origin}/devices?deviceId=${line.RecordId}`}
        alt={t('imports.labels.code', { name: Name })}
        size={88}
      />
      <div>
        <b>{Name}</b>
        <span>{nameOfPlace(of.Kind, line)}</span>
        <span className="mono">{Mac}</span>
      </div>
    </li>
  )
}
