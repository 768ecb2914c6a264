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
  needsClaimCode: boolean
  onClaimCodeNeeded: () => void
  refusal: ApiError | undefined
  onNext: (device: DeviceDraft) => void
}

export function DeviceStep(props: DeviceStepProps) {
  const { lead, initial, needsClaimCode, onClaimCodeNeeded, refusal, onNext } = props
  const { t } = useTranslation()
  const [scans, setScans] = useState(false)
  const form = useStepForm<DeviceDraft, DeviceDraft | undefined>(
    {
      initial,
      check: ({ MacAddress, ClaimCode }) => ({
        ...(!isWholeMac(MacAddress) && { MacAddress: t('registration.site.macInvalid') }),
        ...(needsClaimCode &&
          ClaimCode.trim() === '' && { ClaimCode: t('registration.site.claimCodeMissing') }),
      }),
      async send(device) {
        const { ClaimCodeRequired } = await call(auth.verifyDevice, {
          body: { MacAddress: device.MacAddress },
        })
        return ClaimCodeRequired && device.ClaimCode.trim() === '' ? undefined : device
      },
      onSent: (device) => (device ? onNext(device) : onClaimCodeNeeded()),
      places: { device_not_available: 'MacAddress' },
    },
    refusal,
  )
  const { values, errors, set } = form
  const macError =
    isWholeMac(values.MacAddress) && errors.MacAddress
      ? t('registration.site.deviceRefused')
      : errors.MacAddress

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
        onChange={(MacAddress) => set({ MacAddress })}
      />
      {scans && (
        <Scanner
          onFound={(MacAddress) => {
            set({ MacAddress })
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
      {needsClaimCode && (
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
