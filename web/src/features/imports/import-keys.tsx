import { type Import, imports } from '@eot/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callForBlob } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useFileDownload } from '../../lib/lists/download-button.tsx'
import { useNow } from '../../lib/time/now.ts'
import { shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Issuing the keys of 100,000 devices takes longer than any other request. */
const timeoutMs = 5 * 60_000

/** Downloads the keys of the new devices. If the file is lost on its way, they can be issued again for some minutes. */
export function ImportKeys({ of }: { of: Import }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useNow()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const params = { id: of.Id }
  const keys = useFileDownload({
    name: 'device-keys',
    load: () =>
      callForBlob(
        imports.keys,
        { params, query: { Again: of.KeysIssued ? 'true' : undefined } },
        { timeoutMs },
      )
        // Also after a failure: the server may have issued them, and only the file was lost.
        .finally(
          () => void queryClient.invalidateQueries({ queryKey: queryOf(imports.get, { params }).queryKey }),
        ),
  })
  const { KeysIssued: isIssued, KeysAgainUntil: until } = of
  const issued = isIssued && <p className="muted">{t('imports.done.keysIssued')}</p>
  if (isIssued && (until === null || now > Date.parse(until))) return issued
  const note =
    until === null
      ? t('imports.done.keysNote')
      : t('imports.done.keysAgainNote', { time: shortTime(until, zone, now) })
  return (
    <>
      {issued}
      <div className="row wrap">
        <Button
          icon={KeyRound}
          disabled={keys.isPending}
          onClick={() => (isIssued ? setAsking(true) : keys.mutate())}
        >
          {t(isIssued ? 'imports.done.keysAgain' : 'imports.done.keys')}
        </Button>
        <span className="hint" role="status">
          {keys.isPending ? t('imports.done.keysWait') : note}
        </span>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('imports.done.keysAgainTitle')}
        text={note}
        verb={t('imports.done.keysAgain')}
        onConfirm={() => {
          setAsking(false)
          keys.mutate()
        }}
      />
    </>
  )
}
