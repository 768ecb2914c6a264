import type { EmailType } from '@eot/contract/logs'
import { temporaryPasswordDays } from './sign-in.ts'

/** A mail about an account, by the name it has in the log. */
export type AccountMail = EmailType

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export const resetCodeMs = hourMs
export const confirmCodeMs = 7 * dayMs
export const temporaryPasswordMs = temporaryPasswordDays * dayMs

/** How long after its request a mail is still worth sending: not as long as what it holds is valid. */
export function mailLifeMs(kind: AccountMail): number {
  return kind === 'PasswordReset' ? resetCodeMs : 2 * dayMs
}

/** A link to a page of the portal; what it carries ends up in the query. */
export function pageLink(publicUrl: string, page: string, query: Record<string, string> = {}): string {
  const url = new URL(`${publicUrl}${page}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.toString()
}
