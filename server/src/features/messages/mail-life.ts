import type { EmailType } from '@eot/contract/message-kinds'

const hourMs = 60 * 60_000

/** How long after its request a mail may still be sent, in ms; never longer than the codes in it are valid. */
export const mailLifeMs = (kind: EmailType): number => (brief.has(kind) ? hourMs : 48 * hourMs)

/** A test that arrives a day later is useless. */
const brief: ReadonlySet<EmailType> = new Set(['PasswordReset', 'SubscriptionTest', 'PushTest'])
