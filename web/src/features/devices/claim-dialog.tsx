import { devices } from '@eot/contract/devices'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MacField } from '../../domain/mac-field.tsx'
import { SiteField } from '../../domain/site-field.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
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
  const formId = useId()
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
      onClose()
    },
  })
  const { values, errors, set } = form
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.claim.title')}
      text={t('devices.claim.intro')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={form.busy}>
            {t(form.busy ? 'devices.claim.saving' : 'devices.claim.save')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form.element} noValidate onSubmit={form.submit} className="stack dialog-form">
        <MacField
          label={t('devices.form.mac')}
          hint={t('devices.form.macHint')}
          error={errors.MacAddress}
          value={values.MacAddress}
          onChange={(MacAddress) => set({ MacAddress })}
        />
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
        <SiteField
          label={t('devices.form.site')}
          siteId={siteId}
          value={values.SiteId}
          error={errors.SiteId}
          onChange={(SiteId) => set({ SiteId })}
        />
        <FormFailure text={form.failure} />
      </form>
    </Dialog>
  )
}
