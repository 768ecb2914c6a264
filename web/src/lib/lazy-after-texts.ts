import { type ComponentType, lazy } from 'react'
import { loadLaterTexts } from '../texts/i18n.ts'

/** A component that is loaded when it is first shown, after all texts. Its module may use any text. */
export const lazyAfterTexts = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await loadLaterTexts()
    return { default: await load() }
  })
