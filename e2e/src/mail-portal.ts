import { type ReceivedMail, startMailSink } from '@eot/server/test/mail-sink'
import { expect } from 'vitest'
import { knownAddress } from './known-address.ts'
import { startPortal, type TestPortal } from './portal.ts'

export interface MailPortal extends TestPortal {
  /** Waits for an email to the address with this subject and returns the newest. */
  mailTo(address: string, subject: string): Promise<ReceivedMail>
  mails: readonly ReceivedMail[]
}

/** The program with a mail server. Links in its emails lead to the program. */
export async function startMailPortal(): Promise<MailPortal> {
  const sink = await startMailSink()
  const { settings } = await knownAddress()
  const portal = await startPortal({ ...settings, SMTP_URL: sink.url })
  const find = (address: string, subject: string) =>
    sink.received.findLast((mail) => mail.receivers.includes(address) && mail.subject === subject)
  return {
    ...portal,
    mails: sink.received,
    async mailTo(address, subject) {
      await expect.poll(() => find(address, subject) !== undefined, { timeout: 60_000 }).toBe(true)
      const mail = find(address, subject)
      if (!mail) throw new Error(`no mail "${subject}" to ${address}`)
      return mail
    },
    async stop() {
      await portal.stop()
      await sink.stop()
    },
  }
}

/** URL of the only link to this page in the text of an email. */
export function linkIn(mail: ReceivedMail, page: string): string {
  const link = new RegExp(`https?://\\S+${page}\\?\\S+`).exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link to ${page} in: ${mail.text}`)
  return link
}
