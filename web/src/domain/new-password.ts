import { passwordLengths } from '@eot/contract/auth'
import { t } from '../texts/i18n.ts'

/** From so many characters on a password alone is thought to be enough. */
const advisedLength = 15

/** What is wrong with a password somebody chose; that it is too common only the server can tell. */
export function newPasswordFault(password: string): string | undefined {
  const length = [...password].length
  if (length === 0) return t('password.missing')
  if (length < passwordLengths.min) return t('password.tooShort', { min: passwordLengths.min })
  if (length > passwordLengths.max) return t('password.tooLong', { max: passwordLengths.max })
  return undefined
}

export const passwordAdvice = () => t('password.advice', { min: passwordLengths.min, advised: advisedLength })
