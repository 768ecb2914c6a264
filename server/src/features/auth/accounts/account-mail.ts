import type { EmailType } from '@eot/contract/message-kinds'
import { mailLifeMs } from '../../messages/index.ts'
import { temporaryPasswordDays } from '../credentials/account.ts'

/** A mail about an account, named as in the email log. */
export type AccountMail = Exclude<
  EmailType,
  'Notification' | 'SubscriptionTest' | 'PushTest' | 'WebhookStopped' | 'ProgramStalled' | 'Report'
>

const dayMs = 86_400_000

export const resetCodeMs = mailLifeMs('PasswordReset')
export const confirmCodeMs = 7 * dayMs
export const temporaryPasswordMs = temporaryPasswordDays * dayMs

/** Returns a link to a page of the portal, with `query` as its query string. */
export function pageLink(publicUrl: string, page: string, query: Record<string, string> = {}): string {
  const url = new URL(`${publicUrl}${page}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.toString()
}
