import { type Import, imports } from '@eot/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { messageText } from '../../texts/problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { ColumnsCard } from './columns-card.tsx'

interface EndedStepProps {
  of: Import
  onOpen: (id: string | undefined) => void
}

/** An import that was refused, stopped or undone. */
export function EndedStep({ of, onOpen }: EndedStepProps) {
  const { t } = useTranslation()
  const texts = {
    title: t('imports.refused'),
    text: messageText(of.Problem ?? ''),
    ...(of.State === 'Canceled' && { title: t('imports.canceled.title'), text: t('imports.canceled.text') }),
    ...(of.State === 'Undone' && {
      title: t('imports.undone.title'),
      text:
        of.Counts.Left === 0 ? t('imports.undone.all') : t('imports.undone.left', { count: of.Counts.Left }),
    }),
  }
  return (
    <>
      <section className="card import-card">
        <div className="import-result">
          <Glyph level={of.State === 'Refused' ? 'critical' : of.Counts.Left > 0 ? 'caution' : 'ok'} />
          <div>
            <h2>{texts.title}</h2>
            <p role="status">{texts.text}</p>
          </div>
        </div>
        {of.Counts.Left > 0 && <LeftLines of={of} />}
        <div className="row">
          <Button variant="primary" onClick={() => onOpen(undefined)}>
            {t('imports.other')}
          </Button>
        </div>
      </section>
      {of.State === 'Refused' && of.Columns.length > 0 && <ColumnsCard of={of} />}
    </>
  )
}

function LeftLines({ of }: { of: Import }) {
  const lines = useQuery(
    queryOf(imports.lines, { params: { id: of.Id }, query: { Left: 'true', PageSize: 100 } }),
  )
  return (
    <ul className="import-places">
      {(lines.data?.Items ?? []).map((line) => (
        <li key={line.Line}>
          <Glyph level="caution" />
          <span>
            {line.Cells.Name} {line.Cells.Mac && <span className="mono">{line.Cells.Mac}</span>}
          </span>
          <span className="muted">{messageText(line.LeftBecause ?? '')}</span>
        </li>
      ))}
    </ul>
  )
}
