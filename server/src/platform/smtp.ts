import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  /** The same for every attempt, so that receivers can detect duplicates. */
  messageId: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** A PNG shown by the HTML as `cid:…`. */
  picture?: { cid: string; base64: string }
  /** The picture that dark mail programs show instead. */
  darkPicture?: { cid: string; base64: string }
  attachment?: { fileName: string; mediaType: string; base64: string }
}

/** Sends email. `send` throws `MailRefused` if a retry would not help. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** The mail server permanently rejected this email. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** The SMTP command that was refused, such as RCPT TO. */
  readonly command: string | undefined
  /** Whether the server accepts only smaller ones. */
  readonly isTooLarge: boolean
  constructor(
    message: string,
    {
      command,
      isTooLarge = false,
      ...options
    }: ErrorOptions & { command?: string; isTooLarge?: boolean } = {},
  ) {
    super(message, options)
    this.command = command
    this.isTooLarge = isTooLarge
  }
}

/** A single plain address: no display name, list, quoting or control characters. */
const plainAddress =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i

export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, picture, darkPicture, attachment, ...mail }) {
      if (!plainAddress.test(to)) throw new MailRefused('not a valid email address')
      try {
        await transport.sendMail({
          ...mail,
          to: { name: '', address: to },
          subject: subject.replace(/[\r\n]+/g, ' '),
          envelope: { from: addressOf(mail.from), to: [to] },
          attachments: [
            ...(picture ? [inline(picture, 'readings.png')] : []),
            ...(darkPicture ? [inline(darkPicture, 'readings-dark.png')] : []),
            ...(attachment ? [attached(attachment)] : []),
          ],
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (isFinal(error))
          throw new MailRefused(String(error.response), {
            cause: error,
            isTooLarge: error.responseCode === 552,
            ...commandOf(error),
          })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

const inline = ({ cid, base64 }: { cid: string; base64: string }, filename: string) => ({
  cid,
  filename,
  content: Buffer.from(base64, 'base64'),
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
})

const attached = ({ fileName, mediaType, base64 }: NonNullable<OutgoingMail['attachment']>) => ({
  filename: fileName,
  content: Buffer.from(base64, 'base64'),
  contentType: mediaType,
  contentDisposition: 'attachment' as const,
})

/** `EoT LIVE <a@b>` → `a@b`. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}

const commandOf = (error: Error) =>
  'command' in error && typeof error.command === 'string' ? { command: error.command } : {}

/** Enhanced status codes (RFC 3463) of a refused receiver. The addresses in 1.7 and 1.8 are those of the sender. */
const ofReceiver = /^5\d\d[ -]5\.(1\.(?!7\b|8\b)|2\.)/
const anyStatus = /^5\d\d[ -]5\.\d/

/**
 * Returns whether an error is permanent: an SMTP code from 550 on about the receiver or the text. A refused login, sender or relay
 * is not, since the operator can fix it.
 */
function isFinal(error: unknown): error is Error & { responseCode: number; response?: unknown } {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'))
    return false
  const { responseCode } = error
  if (responseCode < 550 || responseCode >= 560) return false
  const { command } = commandOf(error)
  if (responseCode === 552 || command === 'DATA') return true
  const answer = 'response' in error ? String(error.response) : ''
  return command === 'RCPT TO' && (ofReceiver.test(answer) || !anyStatus.test(answer))
}
