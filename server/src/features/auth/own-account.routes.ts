import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../platform/app-error.ts'
import { bearerToken, type Serve } from '../../platform/http/serve.ts'
import {
  changeOwnPassword,
  type OwnAccountParts,
  requireFreshProof,
} from './accounts/own-password.command.ts'
import {
  disableSecondFactor,
  getTwoFactorState,
  renewRecoveryCodes,
  requestSecondFactor,
  verifySecondFactor,
} from './accounts/own-second-factor.command.ts'
import { createBrowser } from './browser.routes.ts'

interface Parts extends OwnAccountParts {
  isHttps: boolean
}

/** Routes that change the protection of the caller's own account. */
export function ownAccountRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { answer, originOf } = createBrowser(parts.isHttps)
  const prove = (caller: Caller, body: { Password?: string | undefined; Code?: string | undefined }) =>
    requireFreshProof(parts, caller, { password: body.Password, code: body.Code })

  serve(users.changePassword, async ({ body, caller, request, reply }) => {
    const given = { oldPassword: body.OldPassword, newPassword: body.NewPassword }
    return answer(reply, await changeOwnPassword(parts, caller, given, originOf(request)))
  })
  serve(twoFactor.state, ({ caller }) => getTwoFactorState(parts, caller))
  serve(twoFactor.request, async ({ body, caller }) => {
    await prove(caller, body)
    return requestSecondFactor(parts, caller)
  })
  serve(twoFactor.verify, async ({ body, caller, request, reply }) => {
    if (body.AccessToken !== undefined && body.AccessToken !== bearerToken(request))
      throw new AppError('invalid_access_token')
    const { recoveryCodes, ...signedIn } = await verifySecondFactor(
      parts,
      caller,
      body.Code,
      originOf(request),
    )
    return { RecoveryCodes: recoveryCodes, Tokens: answer(reply, signedIn) }
  })
  serve(twoFactor.disable, async ({ body, caller, request, reply }) => {
    await prove(caller, body)
    return answer(reply, await disableSecondFactor(parts, caller, originOf(request)))
  })
  serve(twoFactor.renewRecoveryCodes, async ({ body, caller }) => {
    await prove(caller, body)
    return { RecoveryCodes: await renewRecoveryCodes(parts, caller) }
  })
}
