import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** Of the envelope. */
  envelopeFrom: string
  receivers: string[]
  raw: string
}

/** A real mail server on a port of its own that keeps what it is sent. */
export async function startMailSink() {
  const received: ReceivedMail[] = []
  /** What it answers instead, as long as there are answers left. */
  const refusals: { code: number; text: string }[] = []
  let isHeld = (_receiver: string) => false
  const held: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const receivers = rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const raw = Buffer.concat(chunks)
        PostalMime.parse(raw).then((mail) => {
          received.push({
            ...mail,
            envelopeFrom: mailFrom ? mailFrom.address : '',
            receivers,
            raw: raw.toString(),
          })
          if (receivers.some(isHeld)) held.push(done)
          else done()
        }, done)
      })
    },
  })
  // A client that was killed in the middle of a mail is no fault of the server's.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const release = () => {
    isHeld = () => false
    for (const done of held.splice(0)) done()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    /** Takes mails to these receivers, and does not say so before `release`. */
    hold(which: (receiver: string) => boolean) {
      isHeld = which
    },
    heldCount: () => held.length,
    release,
    stop: () => {
      release()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
