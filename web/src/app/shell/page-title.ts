import { useLocation, useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageTitle } from '../gate.ts'

/** Returns what the query string adds to the path, such as a chapter of the guide. */
export const useTitlePart = (): string | undefined =>
  useMatches({
    select: (matches) => {
      const leaf = matches.at(-1)
      return leaf?.staticData.titlePart?.({ ...leaf.search })
    },
  })

/** The title of the current page, which starts with the product mark. */
export function usePageTitle(): { mark: string; title: string } {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const part = useTitlePart()
  const mark = t('shell.product')
  return { mark, title: pageTitle(part === undefined ? pathname : `${pathname}/${part}`, mark) }
}
