import { invalid } from '../../../platform/app-error.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { findPasswordFault, type PasswordOwner } from './passwords.ts'

/** Rejects an unacceptable password, naming the field it came in. */
export function requireGoodPassword(password: string, owner: PasswordOwner, field = 'Password'): void {
  const fault = findPasswordFault(password, owner)
  if (fault) throw invalid(field, `The password must have ${fault}`)
}

/** Rejects the current password, so that users do not keep one they were given. */
export async function requireOtherPassword(
  passwords: PasswordHashing,
  password: string,
  oldHash: string | null,
  field = 'Password',
): Promise<void> {
  if (oldHash !== null && (await passwords.matches(oldHash, password)))
    throw invalid(field, 'Please choose a password other than the current one')
}
