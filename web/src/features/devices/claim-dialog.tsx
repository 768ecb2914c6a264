import { devices } from '@eot/contract/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormMac, FormSite } from '../../domain/form-fields.tsx'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'

interface ClaimValues {
  MacAddress: string
  ClaimCode: string
  SiteId: string
  Name: string
}

interface ClaimDialogProps {
  siteId: string
  onClose: () => void
}

/** Claims devices from the inventory for a site, one after the other, using the address on their labels. */
export function ClaimDialog({ siteId, onClose }: ClaimDialogProps) {
  const [claimed, setClaimed] = useState<{ name: string; siteId: string }>()
  // The next device is most likely for the same site.
  const [place, setPlace] = useState(siteId)
  if (!claimed) return <ClaimForm siteId={place} onClose={onClose} onClaimed={setClaimed} />
  return (
    <Claimed
      name={claimed.name}
      onClose={onClose}
      onAnother={() => {
        setPlace(claimed.siteId)
        setClaimed(undefined)
      }}
    />
  )
}

function Claimed({ name, onClose, onAnother }: { name: string; onClose: () => void; onAnother: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      title={t('devices.claim.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onAnother}>{t('devices.claim.another')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('action.done')}
          </Button>
        </>
      }
    >
      <p className="row" role="status">
        <Glyph level="ok" />
        {t('devices.claim.done', { name })}
      </p>
    </Dialog>
  )
}

interface ClaimFormProps extends ClaimDialogProps {
  onClaimed: (device: { name: string; siteId: string }) => void
}

function ClaimForm({ siteId, onClose, onClaimed }: ClaimFormProps) {
  const { t } = useTranslation()
  const form = useBodyForm<ClaimValues, typeof devices.claim>({
    endpoint: devices.claim,
    initial: { MacAddress: '', ClaimCode: '', SiteId: siteId, Name: '' },
    request: ({ MacAddress, ClaimCode, SiteId, Name }) => ({
      body: {
        MacAddress,
        SiteId,
        ...(ClaimCode.trim() !== '' && { ClaimCode }),
        ...(Name.trim() !== '' && { Name }),
      },
    }),
    messages: { MacAddress: t('devices.form.macInvalid') },
    places: { device_not_available: 'MacAddress', site_not_found: 'SiteId' },
    refreshes: [devices],
    onSaved(device) {
      onClaimed({ name: device.Name, siteId: device.Site?.Id ?? siteId })
    },
  })
  return (
    <FormDialog
      title={t('devices.claim.title')}
      text={t('devices.claim.intro')}
      form={form}
      save={t('devices.claim.save')}
      saving={t('devices.claim.saving')}
      onClose={onClose}
    >
      <FormMac form={form} name="MacAddress" label={t('devices.form.mac')} hint={t('devices.form.macHint')} />
      <FormText
        form={form}
        name="ClaimCode"
        label={t('devices.claim.code')}
        hint={t('devices.claim.codeHint')}
        autoComplete="off"
      />
      <FormText
        form={form}
        name="Name"
        label={t('devices.claim.name')}
        hint={t('devices.claim.nameHint')}
        maxLength={120}
        autoComplete="off"
      />
      <FormSite form={form} name="SiteId" label={t('devices.form.site')} siteId={siteId} />
    </FormDialog>
  )
}
