import { auth } from '@eot/contract/auth'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { alterPassword } from './accounts/alter-password.command.ts'
import { confirmAccount } from './accounts/confirm-account.command.ts'
import type { OwnAccountParts } from './accounts/own-password.command.ts'
import { registerSite, verifyDevice } from './accounts/register-site.command.ts'
import { registerUser } from './accounts/register-user.command.ts'
import { requestAccountMail } from './accounts/request-account-mail.command.ts'

interface Parts extends OwnAccountParts {
  isDevelopment: boolean
}

/** Account routes for people who are not signed in: registration, confirmation and password reset. */
export function accountRoutes(serve: Serve<Caller>, parts: Parts): void {
  if (parts.isDevelopment) serve(auth.register, ({ body }) => registerUser(parts, body))
  serve(auth.resend, ({ body }) => requestAccountMail(parts, 'Confirmation', body.Email))
  serve(auth.confirm, async ({ body }) => ({
    SessionToken: await confirmAccount(parts, { email: body.Email, code: body.ConformationCode }),
  }))
  serve(auth.reset, ({ body }) => requestAccountMail(parts, 'PasswordReset', body.Email))
  serve(auth.alter, ({ body }) =>
    alterPassword(parts, { email: body.Email, code: body.ResetCode, password: body.Password }),
  )
  serve(auth.registerSite, ({ body }) => registerSite(parts, body))
  serve(auth.verifyDevice, ({ body }) => verifyDevice(parts, body.MacAddress))
  // Never reveals whether the account exists: only the form of the address and the device are validated.
  serve(auth.verifyUser, async ({ body }) => {
    if (body.MacAddress !== undefined) await verifyDevice(parts, body.MacAddress)
  })
}
