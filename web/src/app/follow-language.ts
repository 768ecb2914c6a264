import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'

/** Reads again what the server writes in the language of the reader, such as reports, when that changes. */
export function followLanguage(queryClient: QueryClient): () => void {
  const refresh = () => void queryClient.invalidateQueries()
  i18next.on('languageChanged', refresh)
  return () => i18next.off('languageChanged', refresh)
}
