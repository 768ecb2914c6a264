import { type Import, imports } from '@eot/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { numberText } from '../../texts/number-format.ts'
import { messageText } from '../../texts/problem-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { ColumnsCard } from './columns-card.tsx'
import { FateTiles } from './fate-tiles.tsx'
import type { ImportAddress } from './import-address.ts'
import { LinesCard } from './lines-card.tsx'
import { useLineEdits } from './use-line-edits.ts'

interface CheckStepProps {
  of: Import
  address: ImportAddress
  onGo: (to: ImportAddress) => void
}

/** Shows the effect of each line. Nothing has been written yet. */
export function CheckStep({ of, address, onGo }: CheckStepProps) {
  const { t } = useTranslation()
  const edits = useLineEdits(of)
  return (
    <>
      {of.Problem !== null && (
        <Banner tone="caution">
          {t('imports.kept')}: {messageText(of.Problem)}
        </Banner>
      )}
      <FateTiles of={of} fate={address.fate} onFate={(fate) => onGo({ fate, page: undefined })} />
      <div className="import-cols">
        <LinesCard of={of} address={address} edits={edits} onGo={onGo} />
        <aside className="stack">
          <NextCard of={of} isChecking={edits.isChecking} />
          <ColumnsCard of={of} isChecking={edits.isChecking} />
        </aside>
      </div>
      <LeaveGuard
        part="import"
        active={edits.isWaiting}
        words={{
          title: t('unsaved.title'),
          text: t('imports.lines.waiting'),
          verb: t('unsaved.discard'),
        }}
      />
    </>
  )
}

interface NextProps {
  of: Import
  /** Whether the counts are about to change. */
  isChecking: boolean
}

function NextCard({ of, isChecking }: NextProps) {
  const { t } = useTranslation()
  const { Created, Changed, Refused, LeftOut } = of.Counts
  return (
    <section className="card">
      <header>
        <h2>{t('imports.next.title')}</h2>
      </header>
      <div className="body stack import-next">
        {Created + Changed === 0 ? (
          <p className="strong">{t('imports.next.nothing')}</p>
        ) : (
          <p>
            {Created > 0 && <>{t(`imports.next.created.${of.Kind}`, { count: Created })} </>}
            {Changed > 0 && <>{t('imports.next.changed', { count: Changed })} </>}
            {Refused > 0 && <b className="fg-critical">{t('imports.next.leftOut', { count: Refused })}</b>}
          </p>
        )}
        {of.Kind === 'Devices' && Changed > 0 && <p className="muted">{t('imports.next.moves')}</p>}
        {LeftOut > 0 && <p>{t('imports.next.takenOut', { count: LeftOut })}</p>}
        <p className="muted">{t('imports.next.whole')}</p>
        {Created + Changed > 0 && <ApplyButton of={of} isChecking={isChecking} />}
      </div>
    </section>
  )
}

/** Its text states what it will do. Lines that cannot be imported are left out. */
function ApplyButton({ of, isChecking }: NextProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const apply = useMutation({
    mutationFn: () => call(imports.apply, { params: { id: of.Id }, body: { LeaveOutRefused: true } }),
    onSuccess: (next) =>
      queryClient.setQueryData(queryOf(imports.get, { params: { id: of.Id } }).queryKey, next),
    onError: (error) => showToast(t('imports.failed', { reason: failureText(error) }), { urgent: true }),
  })
  const { Created, Changed } = of.Counts
  const created = numberText(Created)
  const changed = numberText(Changed)
  const text =
    Changed === 0
      ? t('imports.apply.create', { count: created })
      : Created === 0
        ? t('imports.apply.change', { count: changed })
        : t('imports.apply.both', { created, changed })
  return (
    <Button variant="primary" block disabled={apply.isPending || isChecking} onClick={() => apply.mutate()}>
      {text}
    </Button>
  )
}
