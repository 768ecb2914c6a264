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
  tagName: string
  textContent: string
  scrollWidth: number
  clientWidth: number
  parentElement: Box | null
  closest(selector: string): Box | null
  getClientRects(): { length: number }
  getBoundingClientRect(): { left: number; right: number; width: number }
}
declare const getComputedStyle: (of: Box) => Record<'overflowX' | 'textOverflow' | 'visibility', string>

/**
 * Lengthens the texts of the product by 40 %, since other languages need more room, and lists what no longer fits: pages
 * that scroll sideways and buttons that are cut off. `texts` are the texts of the catalog with their placeholders. All
 * other text, such as names and figures, stays as it is.
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
      // Abbreviations and the name of the product are the same in every language.
      if (!/\p{Ll}{2}/u.test(text) || node.parentElement?.closest('script, style, noscript')) continue
      if (!plain.has(text) && !filled.some((pattern) => pattern.test(text))) continue
      const more = Math.ceil(text.length * 0.4)
      node.data =
        `${node.data} ${'ampliación '.repeat(Math.ceil(more / 11)).slice(0, Math.max(1, more - 1))}`.trimEnd()
    }
    const { scrollWidth, clientWidth } = document.documentElement
    /** Returns whether it scrolls, such as a bar of filters on a phone. */
    const scrolls = (box: Box | null): boolean =>
      box !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement))
    const isOutside = (box: Box) => {
      const { left, right } = box.getBoundingClientRect()
      return (right > clientWidth + 1 || left < -1) && !scrolls(box.parentElement)
    }
    const found: string[] = []
    if (scrollWidth > clientWidth) {
      const widest = [...document.querySelectorAll('#main *')].filter(isOutside).slice(-3)
      const names = widest.map(
        (box) =>
          `${box.tagName.toLowerCase()} “${box.textContent.slice(0, 30)}” in ${box.closest('section, table')?.textContent.slice(0, 30)}`,
      )
      found.push(`the page is ${scrollWidth - clientWidth} px too wide: ${names.join(', ')}`)
    }
    for (const button of document.querySelectorAll('button, a.btn, [role=tab], [role=combobox]')) {
      const { width } = button.getBoundingClientRect()
      if (button.getClientRects().length === 0 || width < 2) continue
      const { overflowX, textOverflow, visibility } = getComputedStyle(button)
      if (visibility === 'hidden' || button.closest('[inert], .vh')) continue
      const isCut =
        button.scrollWidth > button.clientWidth + 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis'
      if (isCut || isOutside(button))
        found.push(`${isCut ? 'cut off' : 'beyond the screen'}: ${button.textContent.slice(0, 60)}`)
    }
    return found
  }, texts)
}
