import { auth } from '@eot/contract/auth'
import type { Caller } from '../../access/caller.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { alterPassword } from './alter-password.command.ts'
import type { AuthLimits } from './auth-limits.routes.ts'
import { claimQueries } from './claim-device.queries.ts'
import { confirmAccount } from './confirm-account.command.ts'
import type { OwnAccountParts } from './own-password.command.ts'
import { registerSite, verifyDevice } from './register-site.command.ts'
import { registerUser } from './register-user.command.ts'
import { requestAccountMail } from './request-account-mail.command.ts'

interface Parts extends OwnAccountParts {
  limits: AuthLimits
  isDevelopment: boolean
}

/** Accounts of people who are not signed in: made, confirmed, and got back into. */
export function accountRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { clock, db, limits } = parts

  if (parts.isDevelopment)
    serve(auth.register, async ({ body, request }) => {
      limits.inquiry(request)
      await registerUser(parts, body)
    })
  serve(auth.resend, async ({ body, request }) => {
    limits.inquiry(request)
    await requestAccountMail(parts, 'Confirmation', body.Email)
  })
  serve(auth.confirm, async ({ body, request }) => {
    limits.inquiry(request)
    return { SessionToken: await confirmAccount(parts, { email: body.Email, code: body.ConformationCode }) }
  })
  serve(auth.reset, async ({ body, request }) => {
    limits.inquiry(request)
    await requestAccountMail(parts, 'PasswordReset', body.Email)
  })
  serve(auth.alter, async ({ body, request }) => {
    limits.inquiry(request)
    await alterPassword(parts, { email: body.Email, code: body.ResetCode, password: body.Password })
  })
  serve(auth.registerSite, async ({ body, request }) => {
    limits.inquiry(request)
    await registerSite(parts, body)
  })
  serve(auth.verifyDevice, async ({ body, request }) => {
    limits.inquiry(request)
    return verifyDevice(parts, body.MacAddress)
  })
  // Whether there is an account is nobody's business: the form of the address was checked, and the device is.
  serve(auth.verifyUser, async ({ body, request }) => {
    limits.inquiry(request)
    if (body.MacAddress !== undefined)
      found(await claimQueries(db).findClaimable(body.MacAddress, clock()), 'device_not_available')
  })
}
