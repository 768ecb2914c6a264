import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long the link in an email about an alert is valid. */
export const confirmLinkMs = 24 * 3_600_000

/** The content of a link's code. It grants nothing: its user needs the permission to confirm the alert. */
export interface ConfirmLinkCode {
  alertId: string
  /** The recipient. */
  userId: string
  expiresAt: Date
}

/** The purpose for which the key below is derived. */
export const confirmLinkPurpose = 'confirm link'

/** Signs and reads the codes of confirmation links with a derived key. Nothing is stored. */
export function confirmLinkCodes(key: Buffer) {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    write({ alertId, userId, expiresAt }: ConfirmLinkCode): string {
      const text = `${alertId}.${userId}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
      return `${text}.${sign(text)}`
    },

    /** Returns undefined if the code was not signed here or has expired. */
    read(code: string, now: Date): ConfirmLinkCode | undefined {
      const at = code.lastIndexOf('.')
      const text = code.slice(0, Math.max(at, 0))
      const [given, right] = [Buffer.from(code.slice(at + 1)), Buffer.from(sign(text))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const [alertId = '', userId = '', expiry = ''] = text.split('.')
      const expiresAt = new Date(Number.parseInt(expiry, 36) * 1000)
      return expiresAt > now ? { alertId, userId, expiresAt } : undefined
    },
  }
}

export type ConfirmLinkCodes = ReturnType<typeof confirmLinkCodes>
