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
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const raw = Buffer.concat(chunks)
        PostalMime.parse(raw).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope
          received.push({
            ...mail,
            envelopeFrom: mailFrom ? mailFrom.address : '',
            receivers: rcptTo.map(({ address }) => address),
            raw: raw.toString(),
          })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on a port
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
