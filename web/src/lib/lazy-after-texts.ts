import { type ComponentType, lazy } from 'react'
import { loadLaterTexts } from '../texts/i18n.ts'
import { loadPart } from './load-part.ts'

/** A component that is loaded when it is first shown, after all texts. Its module may use any text. */
export const lazyAfterTexts = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    loadPart(async () => {
      await loadLaterTexts()
      return { default: await load() }
    }),
  )
