import type { EmailType } from '@eot/contract/logs'

const hourMs = 60 * 60_000

/** How long after its request a mail is still worth sending, in ms: never longer than what it holds is valid. */
export const mailLifeMs = (kind: EmailType): number => (kind === 'PasswordReset' ? hourMs : 48 * hourMs)
