import { auth } from '@eot/contract/auth'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MacField } from '../../domain/mac-field.tsx'
import { isWholeMac } from '../../domain/mac-input.ts'
import { call } from '../../lib/api/api.ts'
import type { ApiError } from '../../lib/api/api-error.ts'
import { FormText } from '../../lib/forms/form-text.tsx'
import { Button } from '../../ui/button.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'
import { canScan } from './camera.ts'
import { Scanner } from './scanner.tsx'
import type { DeviceDraft } from './site-draft.ts'
import { useStepForm } from './use-step-form.ts'

interface DeviceStepProps {
  lead: string
  initial: DeviceDraft
  /** A device that may have just been registered. */
  uncertainMac: string | undefined
  refusal: ApiError | undefined
  onNext: (device: DeviceDraft) => void
}

export function DeviceStep(props: DeviceStepProps) {
  const { lead, initial, uncertainMac, refusal, onNext } = props
  const { t } = useTranslation()
  const [scans, setScans] = useState(false)
  /** The address whose device has a claim code. It was asked for if the user returns to this step. */
  const [coded, setCoded] = useState(initial.ClaimCode === '' ? undefined : initial.MacAddress)
  const form = useStepForm<DeviceDraft, DeviceDraft | undefined>(
    {
      initial,
      check: ({ MacAddress, ClaimCode }) => ({
        ...(!isWholeMac(MacAddress) && { MacAddress: t('registration.site.macInvalid') }),
        ...(MacAddress === coded &&
          ClaimCode.trim() === '' && { ClaimCode: t('registration.site.claimCodeMissing') }),
      }),
      async send(device) {
        const { ClaimCodeRequired } = await call(auth.verifyDevice, {
          body: { MacAddress: device.MacAddress },
        })
        if (!ClaimCodeRequired) return { ...device, ClaimCode: '' }
        return device.MacAddress === coded ? device : undefined
      },
      onSent: (device, { MacAddress }) => (device ? onNext(device) : setCoded(MacAddress)),
      places: { device_not_available: 'MacAddress' },
    },
    refusal,
  )
  const { values, errors, set } = form
  /** Another device has another code, or none. */
  const enter = (MacAddress: string) =>
    set({ MacAddress, ...(isWholeMac(MacAddress) && MacAddress !== coded && { ClaimCode: '' }) })
  const refused = [
    t('registration.site.deviceRefused'),
    values.MacAddress === uncertainMac && t('registration.site.maybeRegistered'),
  ]
  const macError =
    isWholeMac(values.MacAddress) && errors.MacAddress ? refused.filter(Boolean).join(' ') : errors.MacAddress

  return (
    <form ref={form.element} noValidate onSubmit={form.submit}>
      <p className="muted">
        {lead} {canScan() && t('registration.site.orScan')}
      </p>
      <MacField
        large
        label={t('registration.site.mac')}
        hint={t('registration.site.macHint')}
        error={macError}
        value={values.MacAddress}
        onChange={enter}
      />
      {scans && (
        <Scanner
          onFound={(MacAddress) => {
            enter(MacAddress)
            setScans(false)
          }}
          onClose={() => setScans(false)}
        />
      )}
      {canScan() && !scans && (
        <Button icon={ScanLine} onClick={() => setScans(true)}>
          {t('registration.site.scan')}
        </Button>
      )}
      {coded !== undefined && values.MacAddress === coded && (
        <FormText
          form={form}
          name="ClaimCode"
          large
          mono
          label={t('registration.site.claimCode')}
          hint={t('registration.site.claimCodeHint')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      )}
      <FormSubmit form={form} text={t('registration.site.next')} busyText={t('registration.site.checking')} />
    </form>
  )
}
