import { type ReceivedMail, startMailSink } from '@eot/server/test/mail-sink'
import { expect } from 'vitest'
import { findFreePort } from './free-port.ts'
import { startPortal, type TestPortal } from './portal.ts'

export interface MailPortal extends TestPortal {
  /** The newest mail to an address with this subject; waits until it has arrived. */
  mailTo(address: string, subject: string): Promise<ReceivedMail>
  mails: readonly ReceivedMail[]
}

/** The program with a mail server beside it; links of its mails lead to it. */
export async function startMailPortal(): Promise<MailPortal> {
  const sink = await startMailSink()
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const portal = await startPortal({
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_URL: sink.url,
  })
  const find = (address: string, subject: string) =>
    sink.received.findLast((mail) => mail.receivers.includes(address) && mail.subject === subject)
  return {
    ...portal,
    mails: sink.received,
    async mailTo(address, subject) {
      await expect.poll(() => find(address, subject) !== undefined, { timeout: 20_000 }).toBe(true)
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

/** The address of the one link of a mail that leads to this page, as its text shows it. */
export function linkIn(mail: ReceivedMail, page: string): string {
  const link = new RegExp(`https?://\\S+${page}\\?\\S+`).exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link to ${page} in: ${mail.text}`)
  return link
}
