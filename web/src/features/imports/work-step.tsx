import { type Import, imports } from '@eot/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useNow } from '../../lib/time/now.ts'
import { numberText } from '../../texts/number-format.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

/** The progress of a step that the server works on. */
export function WorkStep({ of }: { of: Import }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(imports.cancel, { params: { id: of.Id } }),
    onSuccess: (next) =>
      queryClient.setQueryData(queryOf(imports.get, { params: { id: of.Id } }).queryKey, next),
    onError: (error) => showToast(t('imports.failed', { reason: failureText(error) }), { urgent: true }),
  })
  const total = of.State === 'Checking' ? undefined : of.Counts.Created + of.Counts.Changed
  const title =
    of.State === 'Applying'
      ? t(`imports.work.Applying.${of.Kind}`)
      : t(`imports.work.${of.State === 'Undoing' ? 'Undoing' : 'Checking'}`)
  const share = total ? Math.min(100, Math.round((of.Progress / total) * 100)) : undefined
  return (
    <section className="card import-card" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        <span className="spacer" />
        <b className="fig">
          {total === undefined
            ? numberText(of.Progress)
            : t('imports.work.of', { done: numberText(of.Progress), total: numberText(total) })}
        </b>
      </div>
      <div
        className="prog"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <i style={{ width: `${share ?? 100}%` }} className={share === undefined ? 'unknown' : undefined} />
      </div>
      <TimeLeft of={of} total={total} />
      <p className="hint">{t('imports.work.leave')}</p>
      {of.State !== 'Undoing' && (
        <div className="row">
          <Button disabled={stop.isPending || stop.isSuccess} onClick={() => stop.mutate()}>
            {t('imports.work.stop')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The remaining time, estimated from the progress so far. */
function TimeLeft({ of, total }: { of: Import; total: number | undefined }) {
  const { t } = useTranslation()
  const now = useNow()
  if (total === undefined || of.Progress === 0 || of.StartedAt === null) return null
  const elapsedMs = Math.max(0, now - Date.parse(of.StartedAt))
  const seconds = Math.ceil(((elapsedMs / of.Progress) * (total - of.Progress)) / 1000)
  return <p className="muted">{t('imports.work.left', { seconds })}</p>
}
