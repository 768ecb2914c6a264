import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

interface SearchField {
  placeholder: string
  value: string
  clientWidth: number
}
declare const document: {
  documentElement: { scrollWidth: number; clientWidth: number }
  fonts: { ready: object }
  querySelectorAll(selector: string): Iterable<SearchField>
  createElement(name: 'canvas'): {
    getContext(kind: '2d'): { font: string; measureText(text: string): { width: number } }
  }
}
declare const getComputedStyle: (field: SearchField) => {
  font: string
  fontSize: string
  paddingLeft: string
  paddingRight: string
}
declare const window: {
  axe: { run(options: { resultTypes: string[] }): Promise<AxeResults> }
}

/** Lists accessibility violations of a page, and elements that do not fit the screen. */
export async function listPageFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  // Run in the page itself, since the portal has no frames: @axe-core/playwright opens a tab for each result,
  // which takes four times as long.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async () => (await window.axe.run({ resultTypes: ['violations'] })).violations,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')} ${failureSummary}`),
  )
  // It would be as high as its rows, and leave a gap below the page.
  const hiddenTables = await page.locator('table.vh').count()
  if (hiddenTables > 0) found.push('a table is hidden by itself, not by an element around it')
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  found.push(...(await page.evaluate(cutPlaceholders)).map((text) => `placeholder “${text}” is cut`))
  return wanted > given ? [...found, `${wanted} px wide on a screen of ${given} px`] : found
}

/** Lists the placeholders that are wider than their search fields. */
function cutPlaceholders(): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  const isCut = (field: SearchField) => {
    const { font, fontSize, paddingLeft, paddingRight } = getComputedStyle(field)
    pen.font = font
    // Chromium keeps room for the button that clears a search, which is as wide as the text is high.
    const reserved = [paddingLeft, paddingRight, fontSize]
    const room = reserved.reduce((left, size) => left - Number.parseFloat(size), field.clientWidth)
    return field.clientWidth > 0 && pen.measureText(field.placeholder).width > room
  }
  const fields = [...document.querySelectorAll('input[type=search]')]
  return fields.filter((field) => field.value === '' && isCut(field)).map((field) => field.placeholder)
}
