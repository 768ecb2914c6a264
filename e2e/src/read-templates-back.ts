import type { Page } from 'playwright-core'
import {
  bodyOf,
  type Element,
  expectedForm,
  expectedJson,
  expectedXml,
  type RandomTemplate,
  sampleTemplates,
} from './random-templates.ts'

const batch = 1000

/**
 * Renders random templates with random values in each content type, reads them with the parsers of Node.js and Chromium,
 * and returns those that differ in anything but a leaf.
 */
export async function readTemplatesBack(page: Page, count: number, seed: number): Promise<string[]> {
  const wrong: string[] = []
  const compare = (body: string, read: unknown, expected: unknown) => {
    if (JSON.stringify(read) !== JSON.stringify(expected)) wrong.push(body)
  }
  for (let done = 0; done < count; done += batch) {
    const sample = (format: 'json' | 'form' | 'xml') =>
      sampleTemplates(format, Math.min(batch, count - done), seed + done)
    for (const template of sample('json')) {
      const body = bodyOf('json', template)
      compare(body, JSON.parse(body), { root: expectedJson(template) })
    }
    for (const template of sample('form')) {
      const body = bodyOf('form', template)
      compare(body, [...new URLSearchParams(body)], expectedForm(template))
    }
    await readXml(page, sample('xml'), compare)
  }
  return wrong
}

/** A string, since browser types are not available here. */
const inBrowser = `(texts) => {
  const contentOf = ({ children, textContent }) =>
    children.length === 0 ? textContent : [...children].map((child) => [child.tagName, contentOf(child)])
  return texts.map((text) => {
    const root = new DOMParser().parseFromString(text, 'application/xml').documentElement
    return [[root.tagName, contentOf(root)]]
  })
}`

async function readXml(
  page: Page,
  templates: readonly RandomTemplate[],
  compare: (body: string, read: unknown, expected: unknown) => void,
): Promise<void> {
  const bodies = templates.map((template) => bodyOf('xml', template))
  const read = await page.evaluate<Element[][]>(`(${inBrowser})(${JSON.stringify(bodies)})`)
  for (const [n, template] of templates.entries()) compare(bodies[n] ?? '', read[n], expectedXml(template))
}
