import type { WebhookCertificate } from '@eot/contract/webhooks'
import { invalid } from '../../platform/app-error.ts'
import { type Egress, EgressRefused } from '../../platform/egress/egress.ts'
import type { SeenCertificate } from '../../platform/egress/server-certificate.ts'
import type { StoredCertificate } from './tables.ts'

/**
 * Returns the certificate by which a server is to be trusted from now on. null: it is trusted anyway, or there is none. Throws
 * `invalid_request` if the server cannot be reached, shows another certificate than the user has seen, or one that has expired.
 */
export async function pinCertificate(
  egress: Egress,
  url: URL,
  { seenBefore, now }: { seenBefore: string | null | undefined; now: Date },
): Promise<StoredCertificate | null> {
  if (url.protocol !== 'https:') return null
  const seen = await seeOr(egress, url, (reason) =>
    invalid('TrustSelfSignedCert', `The certificate of the server could not be read: ${reason}`),
  )
  if (seenBefore && seenBefore !== seen.fingerprint)
    throw invalid('CertificateFingerprint', 'The server shows another certificate now')
  if (seen.distrust === undefined) return null
  if (seen.validTo <= now) throw invalid('TrustSelfSignedCert', 'The certificate of the server has expired')
  return { ...certificateToWire(seen), pem: seen.pem }
}

async function seeOr(egress: Egress, url: URL, refusal: (reason: string) => Error): Promise<SeenCertificate> {
  try {
    return await egress.seeCertificate(url, new AbortController().signal)
  } catch (error) {
    if (error instanceof EgressRefused) throw invalid('Url', error.message)
    throw refusal(error instanceof Error ? error.message : 'unknown')
  }
}

export const certificateToWire = (seen: SeenCertificate): WebhookCertificate => ({
  Subject: oneLine(seen.subject),
  Issuer: oneLine(seen.issuer),
  ValidFrom: seen.validFrom.toISOString(),
  ValidTo: seen.validTo.toISOString(),
  Fingerprint: seen.fingerprint,
})

/** Formats a name on one line. It has one part per line, which anybody can choose. */
const oneLine = (name: string): string =>
  name
    .replaceAll(/[\n\r\0]+/g, ', ')
    .slice(0, 500)
    .toWellFormed()
