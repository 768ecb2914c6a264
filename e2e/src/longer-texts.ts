import type { Page } from 'playwright-core'

/** Runs in the page. */
declare const document: {
  body: object
  createTreeWalker(
    root: object,
    kinds: number,
  ): { nextNode(): { data: string; parentElement: Box | null } | null }
  querySelectorAll(selector: string): Iterable<Box>
  documentElement: { scrollWidth: number; clientWidth: number }
}
interface Box {
  textContent: string
  scrollWidth: number
  clientWidth: number
  closest(selector: string): Box | null
  getClientRects(): { length: number }
  getBoundingClientRect(): { left: number; right: number; width: number }
}
declare const getComputedStyle: (of: Box) => Record<'overflowX' | 'textOverflow' | 'visibility', string>

/**
 * Makes the texts of the product 40 % longer, as another language may be, and tells what does not fit any more: a page
 * that scrolls sideways, and buttons that cut their text off. Names and figures stay as they are: `texts` are what the
 * catalog says, with a gap for what is filled in.
 */
export function faultsWithLongerTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((known) => {
    const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const plain = new Set(known.filter((text) => !text.includes('{{')))
    const filled = known
      .filter((text) => /\{\{/.test(text) && /\p{L}{3}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
      .map(
        (text) =>
          new RegExp(
            `^${text
              .split(/\{\{[^}]*\}\}/)
              .map(literally)
              .join('.+')}$`,
          ),
      )
    const walker = document.createTreeWalker(document.body, 4) // the text nodes
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim()
      if (text.length < 2 || node.parentElement?.closest('script, style, noscript')) continue
      if (!plain.has(text) && !filled.some((pattern) => pattern.test(text))) continue
      const more = Math.ceil(text.length * 0.4)
      node.data =
        `${node.data} ${'ampliación '.repeat(Math.ceil(more / 11)).slice(0, Math.max(1, more - 1))}`.trimEnd()
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []
    for (const button of document.querySelectorAll('button, a.btn, [role=tab], [role=combobox]')) {
      const { left, right, width } = button.getBoundingClientRect()
      if (button.getClientRects().length === 0 || width < 2) continue
      const { overflowX, textOverflow, visibility } = getComputedStyle(button)
      if (visibility === 'hidden' || button.closest('[inert], .vh')) continue
      const isCut =
        button.scrollWidth > button.clientWidth + 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis'
      // What scrolls sideways by itself, such as a bar of filters, may reach beyond the screen.
      const isOutside =
        (right > clientWidth + 1 || left < -1) && !button.closest('.scroll-x, [data-scrolls], .tabs, .table')
      if (isCut || isOutside)
        found.push(`${isCut ? 'cut off' : 'beyond the screen'}: ${button.textContent.slice(0, 60)}`)
    }
    return found
  }, texts)
}
