import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'

/** When the user's language changes, refetches what the server writes in it, such as reports. */
export function followLanguage(queryClient: QueryClient): () => void {
  const refresh = () => void queryClient.invalidateQueries()
  i18next.on('languageChanged', refresh)
  return () => i18next.off('languageChanged', refresh)
}
