import type { EmailType } from '@eot/contract/logs'

const hourMs = 60 * 60_000

/** How long after its request a mail may still be sent, in ms; never longer than the codes in it are valid. */
export const mailLifeMs = (kind: EmailType): number => (kind === 'PasswordReset' ? hourMs : 48 * hourMs)
