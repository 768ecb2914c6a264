import { element } from '../lib/element.ts'

/**
 * Replaces the gray blocks of the placeholder frame with new elements, so that nothing visible moves. Does nothing if
 * the app is already shown.
 */
export function showDrawn(content: readonly HTMLElement[], isWide: boolean): void {
  if (document.querySelector('#root > :not(.starting)')) return
  clearDrawn()
  document
    .querySelector('.portal-frame .shell')
    ?.append(element('div', isWide ? 'main wide drawn' : 'main drawn', ...content))
}

/** Called when the app shows the page itself, or the session ends. */
export const clearDrawn = (): void => document.querySelector('.first-frame .drawn')?.remove()
