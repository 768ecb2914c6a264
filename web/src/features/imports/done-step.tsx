import { type Import, imports } from '@eot/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Tag, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call, callForBlob } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useFileDownload } from '../../lib/lists/download-button.tsx'
import { useNow } from '../../lib/time/now.ts'
import { shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { numberText } from '../../texts/number-format.ts'
import { messageText } from '../../texts/problem-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { showToast } from '../../ui/toast.ts'
import { ImportKeys } from './import-keys.tsx'

interface DoneStepProps {
  of: Import
  onOpen: (id: string | undefined) => void
}

/** The result of an import, the keys of its devices, and a button to undo it. */
export function DoneStep({ of, onOpen }: DoneStepProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useNow()
  const { Created: created, Changed: changed, Refused: refused, LeftOut: leftOut } = of.Counts
  const list = of.Kind === 'Devices' ? '/devices' : '/site/sub-sites'
  return (
    <section className="card import-card">
      <div className="import-result">
        <Glyph level="ok" />
        <div>
          <h2>
            {t(`imports.done.title.${of.Kind}`, {
              count: created,
              created: numberText(created),
              changed: numberText(changed),
            })}
          </h2>
          <p className="muted">
            {t('imports.done.at', {
              file: of.FileName,
              time: of.AppliedAt === null ? '' : shortTime(of.AppliedAt, zone, now),
            })}
          </p>
        </div>
      </div>
      <ul className="import-places">
        {(of.Places ?? []).map(({ Id, Name, Count }) => (
          <li key={Id}>
            <Building2 className="icon" aria-hidden="true" />
            <span>{Name}</span>
            <b>{numberText(Count)}</b>
          </li>
        ))}
        {refused > 0 && (
          <li>
            <Glyph level="caution" />
            <span>
              {t('imports.done.leftOut', { count: refused })} <RefusedLink of={of} />
            </span>
            <b>{numberText(refused)}</b>
          </li>
        )}
        {leftOut > 0 && (
          <li>
            <Glyph level="idle" />
            <span>{t('imports.done.takenOut', { count: leftOut })}</span>
            <b>{numberText(leftOut)}</b>
          </li>
        )}
      </ul>
      {of.Problem !== null && (
        <Banner tone="caution">{t('imports.undo.failed', { reason: messageText(of.Problem) })}</Banner>
      )}
      {of.UndoUntil !== null && <Undo of={of} until={of.UndoUntil} />}
      {of.Kind === 'Devices' && created > 0 && <ImportKeys of={of} />}
      <div className="row wrap">
        <Button onClick={() => onOpen(undefined)}>{t('imports.done.another')}</Button>
        {of.Kind === 'Devices' && created > 0 && (
          <Link to="." search={{ import: of.Id, labels: true }} className="btn">
            <Tag className="icon" aria-hidden="true" />
            {t('imports.done.labels', { count: created })}
          </Link>
        )}
        <span className="spacer" />
        <Link to={list} search={{}} className="btn primary">
          {t(`imports.done.show.${of.Kind}`)}
        </Link>
      </div>
    </section>
  )
}

function RefusedLink({ of }: { of: Import }) {
  const { t } = useTranslation()
  const download = useFileDownload({
    name: 'refused-lines',
    load: () => callForBlob(imports.refused, { params: { id: of.Id } }),
  })
  return (
    <button type="button" className="linkbtn" disabled={download.isPending} onClick={() => download.mutate()}>
      {t('imports.done.download')}
    </button>
  )
}

function Undo({ of, until }: { of: Import; until: string }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useNow()
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: () => call(imports.undo, { params: { id: of.Id } }),
    onSuccess: (next) =>
      queryClient.setQueryData(queryOf(imports.get, { params: { id: of.Id } }).queryKey, next),
    onError: (error) => showToast(t('imports.failed', { reason: failureText(error) }), { urgent: true }),
  })
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  if (left === 0) return <p className="muted">{t('imports.undo.gone')}</p>
  const minutes = Math.floor(left / 60)
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <div className="import-undo">
      <div>
        <b className="strong">{t('imports.undo.until', { time: shortTime(until, zone, now) })}</b>
        <p className="muted">{t('imports.undo.note')}</p>
      </div>
      <span className="left" role="timer" aria-label={t('imports.undo.leftLabel', { minutes, seconds })}>
        {t('imports.undo.left', { minutes, seconds })}
      </span>
      <Button variant="danger" icon={Undo2} disabled={undo.isPending} onClick={() => undo.mutate()}>
        {t('imports.undo.open')}
      </Button>
    </div>
  )
}
