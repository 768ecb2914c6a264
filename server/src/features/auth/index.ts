export { temporaryPasswordMs } from './accounts/account-mail.ts'
export {
  endSessionsOf,
  proveNewAddress,
  removeCredentials,
  removeSecondFactor,
} from './accounts/administer-account.command.ts'
export { twoFactorForced } from './credentials/account.queries.ts'
export { createSecondFactorSeal } from './second-factor/prove-second-factor.command.ts'
