import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** Sender of the envelope. `receivers` are its recipients. */
  envelopeFrom: string
  receivers: string[]
  raw: string
}

/** Starts a real mail server on a free port that keeps all received emails of at most `mostBytes`, and accepts each after `delayMs`. */
export async function startMailSink({
  delayMs = 0,
  mostBytes,
}: {
  delayMs?: number
  mostBytes?: number
} = {}) {
  const received: ReceivedMail[] = []
  /** Recipients as the server receives them, before the email itself, with `performance.now()`. */
  const begun: { receiver: string; at: number }[] = []
  /** Responses to use instead of accepting, until they are used up. */
  const refusals: { code: number; text: string }[] = []
  /** Responses to the recipient's address instead of accepting it, by address. */
  const refusedReceivers = new Map<string, { code: number; text: string }>()
  let isHeld = (_receiver: string) => false
  const held: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...(mostBytes !== undefined && { size: mostBytes }),
    onRcptTo({ address }, _session, done) {
      begun.push({ receiver: address, at: performance.now() })
      const refusal = refusedReceivers.get(address)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const receivers = rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = stream.sizeExceeded
          ? { code: 552, text: '5.3.4 Message size exceeds fixed limit' }
          : refusals.shift()
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
          else if (delayMs > 0) setTimeout(done, delayMs)
          else done()
        }, done)
      })
    },
  })
  // Clients that are killed in the middle of an email cause harmless errors here.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on TCP
  const release = () => {
    isHeld = () => false
    for (const done of held.splice(0)) done()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    begun,
    refusals,
    refusedReceivers,
    /** Receives emails to these recipients but does not acknowledge them before `release`. */
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
