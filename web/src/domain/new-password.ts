import { passwordLengths } from '@eot/contract/auth'
import { t } from '../texts/i18n.ts'

/** The length that is considered sufficient without a second factor. */
const advisedLength = 15

/** Returns what is wrong with a new password. Only the server can check whether it is too common. */
export function newPasswordFault(password: string): string | undefined {
  const length = [...password].length
  if (length === 0) return t('password.missing')
  if (length < passwordLengths.min) return t('password.tooShort', { min: passwordLengths.min })
  if (length > passwordLengths.max) return t('password.tooLong', { max: passwordLengths.max })
  return undefined
}

export const passwordAdvice = () => t('password.advice', { min: passwordLengths.min, advised: advisedLength })
