import { devices } from '@eot/contract/devices'
import { useTranslation } from 'react-i18next'
import { FormMac, FormSite } from '../../domain/form-fields.tsx'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { showToast } from '../../ui/toast.tsx'

interface ClaimValues {
  MacAddress: string
  ClaimCode: string
  SiteId: string
  Name: string
}

/** Claims a device from the inventory for a site, by the address on its label. */
export function ClaimDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
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
      showToast(t('devices.claim.done', { name: device.Name }))
    },
    onDone: onClose,
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
