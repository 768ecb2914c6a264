import { type WebhookCertificate, webhookRequests } from '@eot/contract/webhooks'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import type { Form } from '../../../lib/forms/use-form.ts'
import { fullTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { messageText } from '../../../texts/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { testTimeoutMs } from '../preview/use-tests.ts'
import type { RequestValues } from './request-values.ts'

interface TrustFieldProps {
  form: Form<RequestValues>
  /** The stored certificate. */
  pinned: WebhookCertificate | null
}

/** Pins the certificate that the server currently presents. */
export function TrustField({ form, pinned }: TrustFieldProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const look = useMutation({
    mutationFn: () =>
      call(webhookRequests.certificate, { body: { Url: values.Url } }, { timeoutMs: testTimeoutMs }),
    onSuccess: ({ Certificate }) => set({ CertificateFingerprint: Certificate?.Fingerprint ?? null }),
  })
  const seen = look.data
  const certificate = seen
    ? seen.Certificate
    : pinned?.Fingerprint === values.CertificateFingerprint
      ? pinned
      : null

  function toggle(isOn: boolean) {
    set({ TrustSelfSignedCert: isOn })
    if (isOn) look.mutate()
  }

  return (
    <>
      <label className="row trust-switch">
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={values.TrustSelfSignedCert}
          aria-checked={values.TrustSelfSignedCert}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        {t('webhooks.trust.label')}
      </label>
      {values.TrustSelfSignedCert && (
        <div className="certificate" aria-live="polite">
          {look.isPending && <p className="muted">{t('webhooks.trust.looking')}</p>}
          {look.isError && <p className="err">{failureText(look.error)}</p>}
          {seen?.IsTrusted && <p className="muted">{t('webhooks.trust.needless')}</p>}
          {seen && !seen.IsTrusted && seen.Certificate === null && (
            <p className="err">{t('webhooks.trust.unseen', { reason: messageText(seen.Reason ?? '') })}</p>
          )}
          {certificate && !seen?.IsTrusted && (
            <Certificate of={certificate} isPinned={pinned?.Fingerprint === certificate.Fingerprint} />
          )}
          <FieldError id="TrustSelfSignedCert" error={errors.TrustSelfSignedCert} />
          <Button size="sm" disabled={look.isPending} onClick={() => look.mutate()}>
            {t('webhooks.trust.look')}
          </Button>
        </div>
      )}
    </>
  )
}

function Certificate({ of, isPinned }: { of: WebhookCertificate; isPinned: boolean }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  return (
    <>
      <p className="muted">{t(isPinned ? 'webhooks.trust.pinned' : 'webhooks.trust.toPin')}</p>
      <FactList
        facts={[
          [t('webhooks.trust.subject'), of.Subject],
          [t('webhooks.trust.issuer'), of.Issuer],
          [t('webhooks.trust.validFrom'), fullTime(of.ValidFrom, zone)],
          [t('webhooks.trust.validTo'), fullTime(of.ValidTo, zone)],
          [
            t('webhooks.trust.fingerprint'),
            <code key="fingerprint" className="fingerprint">
              {of.Fingerprint}
            </code>,
          ],
        ]}
      />
    </>
  )
}
