import { accountMailComposers } from './features/auth/compose-account-mail.command.ts'
import { forgetIdentityRemains } from './features/auth/forget-identity.queries.ts'
import { createMailDelivery, createMailSeal } from './features/mail/index.ts'
import type { Foundation } from './foundation.ts'
import { repeat } from './platform/jobs/repeat.ts'
import { createSmtpMailer, type Mailer } from './platform/smtp.ts'
import type { Stops } from './platform/stops.ts'

const lookEveryMs = 1000
const hourMs = 3_600_000

type Parts = Pick<Foundation, 'clock' | 'db' | 'log' | 'passwords' | 'secretKey'>

/** Delivery of everything the program writes to people. */
export function createDelivery(
  parts: Parts,
  { mailer, from, publicUrl }: { mailer: Mailer | undefined; from?: string | undefined; publicUrl: string },
) {
  return createMailDelivery({
    ...parts,
    seal: createMailSeal(parts.secretKey),
    composers: accountMailComposers({ ...parts, publicUrl }),
    mailer,
    from: from ?? `EoT LIVE <no-reply@${new URL(publicUrl).hostname}>`,
    publicUrl,
  })
}

/** Sends mail for as long as the program runs, and forgets what nobody will ask for again. */
export function startMail(foundation: Foundation, stops: Stops): void {
  const { clock, config, db, log } = foundation
  const mailer = config.smtpUrl === undefined ? undefined : createSmtpMailer(config.smtpUrl)
  const delivery = createDelivery(foundation, { ...config, mailer, from: config.mailFrom })
  stops.add(async () => mailer?.close())
  stops.add(repeat('deliver-mail', lookEveryMs, delivery.deliverDue, log).stop)
  const forget = async () => {
    await forgetIdentityRemains(db, clock())
    await delivery.forgetOld()
  }
  stops.add(repeat('forget-identity', hourMs, forget, log).stop)
}
