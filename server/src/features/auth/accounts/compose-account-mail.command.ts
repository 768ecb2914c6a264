import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { AuditAction } from '../../../access/audit-actions.ts'
import { findLanguage } from '../../../access/settings.queries.ts'
import type { Database } from '../../../database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { createSecretToken, hashSecretToken } from '../../../platform/secret-token.ts'
import { type Texts, textsIn } from '../../../texts/texts.ts'
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

type Say = Texts['mails']['account']
type Write = (
  tx: Kysely<Database>,
  user: SignInRow,
  details: Record<string, string>,
  say: Say,
) => Promise<Omit<MailContent, 'greeting' | 'language'> | undefined>

/** Tell what has happened to an account, at the address that it had then, which may be a former one. */
const notices: ReadonlySet<string> = new Set<AccountMail>([
  'PasswordChanged',
  'TwoFactorEnabled',
  'TwoFactorDisabled',
  'TwoFactorReset',
  'AddressChanged',
  'SessionEnded',
])

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

  const passwordPage = pageLink(publicUrl, '/password')
  const signIn = (say: Say) => ({ label: say.signIn, url: pageLink(publicUrl, '/login') })

  const confirmation =
    (of: 'account' | 'site' | 'address'): Write =>
    async (tx, user, _details, say) => {
      if (user.confirmedAt) return undefined
      const { act, isYours, life, [of]: own } = say.confirmation
      const query = await makeCode(tx, user, 'confirm', confirmCodeMs)
      return {
        subject: own.subject,
        paragraphs: [own.why, isYours],
        action: { label: act, url: pageLink(publicUrl, '/confirm', query) },
        notes: [life, say.unasked],
      }
    }

  const temporaryPassword =
    (of: 'invitation' | 'password'): Write =>
    async (tx, user, { inviter = '' }, say) => {
      const { label, life, own, [of]: words } = say.temporary
      return {
        subject: words.subject,
        paragraphs: [words.why(plainName(inviter, say.anAdministrator)), own],
        shown: { label, text: await makeTemporaryPassword(tx, user) },
        action: signIn(say),
        notes: [life(user.email)],
      }
    }

  const notice =
    (of: 'passwordChanged' | 'twoFactorEnabled' | 'twoFactorDisabled'): Write =>
    async (_tx, _user, _details, say) => ({
      subject: say[of].subject,
      paragraphs: [say[of].what, say.signedOut],
      notes: [say.notYou(passwordPage)],
    })

  const writers: Record<AccountMail, Write> = {
    PasswordReset: async (tx, user, _details, say) => ({
      subject: say.reset.subject,
      paragraphs: [say.reset.why],
      action: {
        label: say.reset.act,
        url: pageLink(publicUrl, '/reset', await makeCode(tx, user, 'reset', resetCodeMs)),
      },
      notes: [say.reset.life, say.unasked],
    }),
    Confirmation: confirmation('account'),
    SiteRegistration: confirmation('site'),
    AddressKnown: async (_tx, _user, _details, say) => ({
      subject: say.known.subject,
      paragraphs: [say.known.why],
      action: signIn(say),
      notes: [say.known.forgot(passwordPage)],
    }),
    Invitation: temporaryPassword('invitation'),
    TemporaryPassword: temporaryPassword('password'),
    PasswordChanged: notice('passwordChanged'),
    TwoFactorEnabled: notice('twoFactorEnabled'),
    TwoFactorDisabled: notice('twoFactorDisabled'),
    TwoFactorReset: async (_tx, _user, _details, say) => ({
      subject: say.twoFactorReset.subject,
      paragraphs: [say.twoFactorReset.what, say.twoFactorReset.onlyPassword],
      action: signIn(say),
      notes: [say.twoFactorReset.unasked(passwordPage)],
    }),
    AddressChanged: async (_tx, _user, _details, say) => ({
      subject: say.addressChanged.subject,
      paragraphs: [say.addressChanged.what, say.signedOut],
      notes: [say.addressChanged.unexpected],
    }),
    AddressConfirmation: confirmation('address'),
    SessionEnded: async (_tx, _user, _details, say) => ({
      subject: say.sessionEnded.subject,
      paragraphs: [say.sessionEnded.what, say.sessionEnded.again],
      notes: [say.notYou(passwordPage)],
    }),
  }

  const composer =
    (kind: string, write: Write): ComposeMail =>
    async (tx, mail) => {
      const known = mail.user_id
        ? await holdUser(tx, mail.user_id)
        : await findSignInUser(tx, normalizeEmail(mail.receiver))
      const user = known && (await holdUser(tx, known.id))
      // The old address is notified of its replacement even if the user is inactive.
      if (!user || !(user.isActive || kind === 'AddressChanged')) return undefined
      // A password or code would prove an address to which it was not sent.
      if (!notices.has(kind) && normalizeEmail(user.email) !== normalizeEmail(mail.receiver)) return undefined
      const language = await findLanguage(tx, user.id)
      const say = textsIn(language).mails.account
      const content = await write(tx, user, mail.details, say)
      if (!content) return undefined
      return {
        // The name may have been chosen by someone else, such as the inviter.
        content: { language, greeting: say.hello(plainName(user.fullName, '')), ...content },
        userId: user.id,
        siteId: user.siteId,
      }
    }

  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [kind, composer(kind, write)]),
  ) as Record<AccountMail, ComposeMail> // the keys of `writers`
}
