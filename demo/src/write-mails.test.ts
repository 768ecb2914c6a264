import { createMessageSeal } from '@eot/server/features/messages/index'
import { expect, test } from 'vitest'
import { foundationOfTest, madeAt, smallPlan } from '../test/small-demo.ts'
import { prepareDemo } from './prepare-demo.ts'

const quietly = { signal: { throwIfAborted: () => undefined }, say: () => undefined }

test('the log has emails of the last weeks as composed by the program, and the password in the invitation works', async () => {
  const parts = await foundationOfTest({ PUBLIC_URL: 'https://demo.example.org' })
  const { accounts } = await prepareDemo(parts, { ...smallPlan, historyDays: 1 }, quietly)
  const mails = await parts.db.selectFrom('message').selectAll().orderBy('created_at').execute()
  expect(mails.map(({ kind }) => kind)).toEqual([
    'TemporaryPassword',
    'PasswordReset',
    'PasswordChanged',
    'AddressKnown',
    'PasswordReset',
    'PasswordReset',
    'PasswordChanged',
    'PasswordChanged',
    'Invitation',
    'PasswordReset',
  ])
  for (const mail of mails) {
    expect(mail).toMatchObject({ status: 'kept', attempts: 1, site_id: expect.any(String) })
    expect(mail.finished_at).toEqual(mail.created_at)
    expect(mail.created_at.getTime()).toBeLessThan(madeAt.getTime())
  }

  const users = await parts.db.selectFrom('app_user').selectAll().execute()
  const userOf = (email: string) => users.find((user) => user.email === email)
  const opens = (email: string, password: string) =>
    parts.passwords.matches(userOf(email)?.password_hash ?? null, password)
  const invitation = mails.find(({ kind }) => kind === 'Invitation')
  const { text } = JSON.parse(createMessageSeal(parts.secretKey).open(invitation?.sealed_body ?? ''))
  expect(text).toContain('https://demo.example.org/login')
  const [, password = ''] = /Temporary password: (\S+)/.exec(text) ?? []
  expect(await opens('noah.castillo@example.org', password)).toBe(true)
  expect(userOf('noah.castillo@example.org')?.password_expires_at?.getTime()).toBeGreaterThan(
    madeAt.getTime(),
  )

  for (const account of accounts) {
    expect(await opens(account.email, account.password ?? ''), account.email).toBe(true)
    expect(userOf(account.email)?.password_expires_at).toBeNull()
  }
})
