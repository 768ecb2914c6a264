import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { AuditAction } from '../../../access/audit-actions.ts'
import type { Database } from '../../../database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { createSecretToken, hashSecretToken } from '../../../platform/secret-token.ts'
import { type ComposeMail, type MailContent, plainName } from '../../messages/index.ts'
import { findSignInUser, holdUser, type SignInRow, setPassword } from '../credentials/account.queries.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { generatePassword } from '../credentials/passwords.ts'
import { sessionWrites } from '../sessions/session-writes.queries.ts'
import {
  type AccountMail,
  confirmCodeMs,
  pageLink,
  resetCodeMs,
  temporaryPasswordMs,
} from './account-mail.ts'
import { type CodePurpose, userCodeQueries } from './user-codes.queries.ts'

interface Parts {
  clock: Clock
  passwords: PasswordHashing
  publicUrl: string
}

type Write = (
  tx: Kysely<Database>,
  user: SignInRow,
  details: Record<string, string>,
) => Promise<Omit<MailContent, 'greeting'> | undefined>

const unasked = "If you didn't ask for this, you can ignore this email."
const notYou = (publicUrl: string) =>
  `If this wasn't you, choose a new password now: ${pageLink(publicUrl, '/password')}`

/** The name may have been chosen by someone else, such as the inviter. */
function greet(fullName: string): string {
  const name = plainName(fullName, '')
  return name ? `Hello ${name},` : 'Hello,'
}

/** No user is signed in, so the program itself is the actor. */
const note = (tx: Kysely<Database>, { id, siteId }: SignInRow, action: AuditAction) =>
  insertAuditEntry(tx, { actorId: null, siteId, action, subjectId: id })

/** The emails about accounts. Codes and temporary passwords are generated here, and only their hashes are stored. */
export function accountMailComposers({
  clock,
  passwords,
  publicUrl,
}: Parts): Record<AccountMail, ComposeMail> {
  async function makeCode(
    tx: Kysely<Database>,
    user: SignInRow,
    purpose: CodePurpose,
    lifeMs: number,
  ): Promise<{ email: string; code: string }> {
    const code = createSecretToken()
    await userCodeQueries(tx).replaceCode({
      hash: hashSecretToken(code),
      userId: user.id,
      purpose,
      expiresAt: new Date(clock().getTime() + lifeMs),
    })
    await note(tx, user, purpose === 'reset' ? 'password.reset_code' : 'user.confirmation_code')
    return { email: user.email, code }
  }

  async function makeTemporaryPassword(tx: Kysely<Database>, user: SignInRow): Promise<string> {
    const now = clock()
    const password = generatePassword()
    await setPassword(tx, user.id, {
      hash: await passwords.hash(password),
      expiresAt: new Date(now.getTime() + temporaryPasswordMs),
    })
    await sessionWrites(tx).endSessionsOf([user.id], 'temporary password', now)
    await note(tx, user, 'password.temporary')
    return password
  }

  const confirmation =
    (subject: string, why: string): Write =>
    async (tx, user) => {
      if (user.confirmedAt) return undefined
      const query = await makeCode(tx, user, 'confirm', confirmCodeMs)
      return {
        subject,
        paragraphs: [why, 'Please confirm that this email address is yours.'],
        action: { label: 'Confirm my account', url: pageLink(publicUrl, '/confirm', query) },
        notes: ['The link works once, within seven days.', unasked],
      }
    }

  const temporaryPassword =
    (subject: string, why: (details: Record<string, string>) => string): Write =>
    async (tx, user, details) => ({
      subject,
      paragraphs: [why(details), "You'll choose your own password when you sign in."],
      shown: { label: 'Temporary password', text: await makeTemporaryPassword(tx, user) },
      action: { label: 'Sign in', url: pageLink(publicUrl, '/login') },
      notes: [`Sign in with ${user.email}. The temporary password works for seven days.`],
    })

  const notice =
    (subject: string, what: string): Write =>
    async () => ({
      subject,
      paragraphs: [what, "You've been signed out everywhere."],
      notes: [notYou(publicUrl)],
    })

  const writers: Record<AccountMail, Write> = {
    PasswordReset: async (tx, user) => ({
      subject: 'Reset your password',
      paragraphs: ['Someone, most likely you, asked to reset the password for your account.'],
      action: {
        label: 'Choose a new password',
        url: pageLink(publicUrl, '/reset', await makeCode(tx, user, 'reset', resetCodeMs)),
      },
      notes: ['The link works once, within one hour.', unasked],
    }),
    Confirmation: confirmation(
      'Confirm your account',
      'An account was created for you on the EoT LIVE portal.',
    ),
    SiteRegistration: confirmation(
      'Confirm your account and your site',
      'Your site was registered on the EoT LIVE portal, and you are its administrator.',
    ),
    AddressKnown: async () => ({
      subject: 'You already have an account',
      paragraphs: [
        'Someone, most likely you, tried to register with your email address. You already have an account, so nothing was changed.',
      ],
      action: { label: 'Sign in', url: pageLink(publicUrl, '/login') },
      notes: [`If you forgot your password, you can reset it: ${pageLink(publicUrl, '/password')}`],
    }),
    Invitation: temporaryPassword(
      'Welcome to EoT LIVE',
      ({ inviter = '' }) => `${plainName(inviter, 'An administrator')} invited you to the EoT LIVE portal.`,
    ),
    TemporaryPassword: temporaryPassword(
      'Your temporary password',
      ({ inviter = '' }) =>
        `${plainName(inviter, 'An administrator')} sent you a new temporary password. Your old password no longer works.`,
    ),
    PasswordChanged: notice('Your password was changed', 'The password for your account was changed.'),
    TwoFactorEnabled: notice(
      'Two-factor authentication was turned on',
      'Signing in to your account now requires a code as well as your password.',
    ),
    TwoFactorDisabled: notice(
      'Two-factor authentication was turned off',
      'Signing in to your account now requires only your password.',
    ),
    TwoFactorReset: async () => ({
      subject: 'Your two-factor authentication was reset',
      paragraphs: [
        'An administrator removed the second factor from your account, so that you can set up a new one.',
        "Signing in now requires only your password. You've been signed out everywhere.",
      ],
      action: { label: 'Sign in', url: pageLink(publicUrl, '/login') },
      notes: [
        `If you didn't ask for this, tell your administrator and choose a new password: ${pageLink(publicUrl, '/password')}`,
      ],
    }),
    AddressChanged: async () => ({
      subject: 'Your email address was changed',
      paragraphs: [
        'An administrator changed the email address of your account. You can no longer sign in with this one.',
        "You've been signed out everywhere.",
      ],
      notes: ["If you didn't expect this, please contact your administrator."],
    }),
    AddressConfirmation: confirmation(
      'Confirm your new email address',
      'An administrator changed the email address of your EoT LIVE account to this one.',
    ),
    SessionEnded: async () => ({
      subject: 'One of your sessions was ended',
      paragraphs: [
        'A sign-in token for your account was used again long after it had been replaced. It may have been copied, so that session was ended everywhere.',
        'Please sign in again.',
      ],
      notes: [notYou(publicUrl)],
    }),
  }

  const composer =
    (write: Write): ComposeMail =>
    async (tx, mail) => {
      const known = mail.user_id
        ? await holdUser(tx, mail.user_id)
        : await findSignInUser(tx, normalizeEmail(mail.receiver))
      const user = known && (await holdUser(tx, known.id))
      if (!user?.isActive) return undefined
      const content = await write(tx, user, mail.details)
      if (!content) return undefined
      return {
        content: { greeting: greet(user.fullName), ...content },
        userId: user.id,
        siteId: user.siteId,
      }
    }

  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [kind, composer(write)]),
  ) as Record<AccountMail, ComposeMail> // the keys of `writers`
}
