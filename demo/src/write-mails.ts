import type { EmailType } from '@eot/contract/message-kinds'
import { requestMail } from '@eot/server/features/messages/index'
import { inviteUser } from '@eot/server/features/users/invite-user.command'
import { resendPassword } from '@eot/server/features/users/resend-password.command'
import type { Foundation } from '@eot/server/program/foundation'
import { createJobs } from '@eot/server/program/start-jobs'
import { inPast } from './in-past.ts'
import type { Account } from './kept-secrets.ts'
import { organizationQueries } from './organization.queries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A user action that causes an email. */
type Deed = 'asks for a reset' | 'changes the password' | 'registers again' | 'is sent a password' | 'invites'

/** `who` is an index into the list of people; it wraps around in a small demo. */
const deeds: readonly [agoMs: number, deed: Deed, who: number][] = [
  [61 * dayMs + 3 * hourMs, 'is sent a password', 6],
  [44 * dayMs, 'asks for a reset', 3],
  [44 * dayMs - 6 * minuteMs, 'changes the password', 3],
  [29 * dayMs + 5 * hourMs, 'registers again', 5],
  [17 * dayMs + 2 * hourMs, 'asks for a reset', 7],
  [17 * dayMs + 2 * hourMs - 4 * minuteMs, 'asks for a reset', 7],
  [17 * dayMs + 2 * hourMs - 9 * minuteMs, 'changes the password', 7],
  [6 * dayMs + hourMs, 'changes the password', 1],
  [3 * hourMs, 'invites', 0],
  [11 * minuteMs, 'asks for a reset', 2],
]

const invited = { name: 'Noah Castillo', role: 'Viewer' } as const

/**
 * Creates emails of the last weeks with the program's own code. They are not sent but kept in the log. Passwords of the
 * accounts stay unchanged; only the invited colleague has the password from the email.
 */
export async function writeMails(parts: Foundation, accounts: readonly Account[]): Promise<void> {
  const organization = organizationQueries(parts.db)
  const [administrator, ...people] = accounts
  if (!administrator || people.length === 0) return
  const hashes = await organization.listPasswordHashes()
  const madeAtMs = parts.clock().getTime()
  await inPast(parts, async (past, goTo) => {
    for (const [agoMs, deed, who] of deeds) {
      const person = people[who % people.length] ?? administrator
      await goTo(new Date(madeAtMs - agoMs))
      await act(past, deed, { email: person.email, administratorEmail: administrator.email })
      await createJobs({ ...past, mailer: undefined }).runDue()
    }
  })
  await organization.restorePasswordHashes(hashes)
}

async function act(
  parts: Foundation,
  deed: Deed,
  { email, administratorEmail }: { email: string; administratorEmail: string },
): Promise<void> {
  const { db, clock } = parts
  const organization = organizationQueries(db)
  const person = await organization.getCaller(email)
  const write = (kind: EmailType) =>
    requestMail(db, {
      kind,
      receiver: email,
      userId: person.userId,
      at: clock(),
    })
  switch (deed) {
    case 'asks for a reset':
      return write('PasswordReset')
    case 'changes the password':
      return write('PasswordChanged')
    case 'registers again':
      return write('AddressKnown')
    case 'is sent a password':
      return resendPassword(parts, await organization.getCaller(administratorEmail), person.userId)
    case 'invites': {
      const input = {
        FullName: invited.name,
        Email: `${invited.name.toLowerCase().replace(' ', '.')}@${email.split('@')[1]}`,
        UserRole: await organization.getRoleId(invited.role),
        Site: person.siteId,
      }
      await inviteUser({ db, clock }, person, input)
    }
  }
}
