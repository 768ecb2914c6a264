import { type DeviceRecord, devices } from '@eot/contract/devices'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../domain/time-text.tsx'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

const overlaps = ['0', '3600', '86400', '604800', '2592000'] as const

/** The valid keys of the device, with actions to replace or revoke them. */
export function KeyCard({ device }: { device: DeviceRecord }) {
  const { t } = useTranslation()
  const now = useMinute()
  const mayEdit = useAllowed('EditDevices')
  const [replacing, setReplacing] = useState(false)
  const former = (device.Details?.FormerKeysUntil ?? []).filter((until) => Date.parse(until) > now)
  const hasKey = device.Details?.HasKey ?? false
  return (
    <section className="card" aria-label={t('devices.key.title')}>
      <header>
        <h2>{t('devices.key.title')}</h2>
        <div className="end">
          <Chip tone={hasKey ? 'accent' : 'outline'}>
            {t('devices.key.valid', { count: (hasKey ? 1 : 0) + former.length })}
          </Chip>
        </div>
      </header>
      <div className="body">
        {former.length === 0 && <p className="muted">{t(hasKey ? 'devices.key.one' : 'devices.key.none')}</p>}
        {former.map((until) => (
          <p key={until} className="muted">
            {t(former.length === 1 ? 'devices.key.former' : 'devices.key.oneFormer')} <When at={until} />
          </p>
        ))}
      </div>
      {mayEdit && (
        <div className="foot wrap">
          <Button size="sm" icon={KeyRound} onClick={() => setReplacing(true)}>
            {t('devices.key.replace')}
          </Button>
          {hasKey && (
            <DestroyButton
              text={t('devices.key.revoke')}
              confirm={{
                title: t('devices.key.revokeTitle', { name: device.Name }),
                text: t('devices.key.revokeText'),
              }}
              run={() => call(devices.revokeKey, { params: { id: device.Id } })}
              done={() => t('devices.key.revoked')}
              refreshes={[devices]}
            />
          )}
        </div>
      )}
      {replacing && <ReplaceKeyDialog device={device} onClose={() => setReplacing(false)} />}
    </section>
  )
}

/** Asks how long the old key stays valid, then shows the new one. It cannot be shown again. */
function ReplaceKeyDialog({ device, onClose }: { device: DeviceRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('86400')
  const replacing = useMutation({
    mutationFn: () =>
      call(devices.replaceKey, { params: { id: device.Id }, body: { OverlapSeconds: Number(overlap) } }),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => void refreshFeatures(queryClient, devices),
  })
  const made = replacing.data
  if (made)
    return (
      <NewKeyDialog title={t('devices.key.newTitle')} deviceKey={made.DeviceKey} onClose={onClose}>
        <p className="muted">
          {made.FormerKeyUntil === null ? (
            t('devices.key.formerEnded')
          ) : (
            <>
              {t('devices.key.former')} <When at={made.FormerKeyUntil} />
            </>
          )}
        </p>
      </NewKeyDialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.key.replaceTitle', { name: device.Name })}
      text={t('devices.key.replaceText')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" disabled={replacing.isPending} onClick={() => replacing.mutate()}>
            {t('devices.key.replace')}
          </Button>
        </>
      }
    >
      <div className="stack dialog-form">
        <Select
          label={t('devices.key.overlap')}
          value={overlap}
          options={overlaps.map((value) => ({ value, text: t(`devices.key.overlaps.${value}`) }))}
          onChange={setOverlap}
        />
      </div>
    </Dialog>
  )
}
