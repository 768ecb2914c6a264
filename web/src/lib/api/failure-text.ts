import { t } from '../../texts/i18n.ts'
import { messageText, problemText } from '../../texts/problem-text.ts'
import { ApiError } from './api-error.ts'

/** The message to show for a failed request. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('failure.unexpected')
  if (error.code === 'offline') return t('failure.offline')
  if (error.status === 504) return t('failure.timeout')
  if (error.status === 403) return t('failure.notPermitted')
  if (error.status === 404) return t('failure.notFound')
  if (error.status === 503) return t('failure.overloaded')
  if (error.status >= 500) {
    return error.requestId ? t('failure.unexpectedWithId', { id: error.requestId }) : t('failure.unexpected')
  }
  const [first] = error.errors
  return first ? messageText(first.Message) : problemText(error.code, error.detail)
}
