import { readFileSync, writeFileSync } from 'node:fs'

export interface Page {
  current: string
  /** The text with its tables filled from the program. */
  updated: string
}

/** Fills the tables of a page, each between `<!-- name -->` and `<!-- /name -->`; the first row is the head. */
export function fillTables(page: URL, tables: Record<string, string[][]>): Page {
  const current = readFileSync(page, 'utf8')
  const updated = Object.entries(tables).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*(<!-- /${name} -->)`),
        (_, start, end) => start + markdownTable(rows) + end,
      ),
    current,
  )
  return { current, updated }
}

function markdownTable([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

export const writeTables = (page: URL, tables: Record<string, string[][]>): void =>
  writeFileSync(page, fillTables(page, tables).updated)
