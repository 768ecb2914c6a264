import { readFileSync, writeFileSync } from 'node:fs'
import type { Setting } from '../server/src/setting-schemas.ts'
import { settings } from '../server/src/settings.ts'

const readme = new URL('../README.md', import.meta.url)
const between = /(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/

/** The README, and what it says once its configuration table is that of the program. */
export function readReadme(): { current: string; updated: string } {
  const current = readFileSync(readme, 'utf8')
  return { current, updated: current.replace(between, (_, start, end) => start + settingsTable() + end) }
}

function settingsTable(): string {
  const rows = Object.values<Setting>(settings).map(({ name, description, ...setting }) => {
    const cells = [`\`${name}\``, setting.default ? `\`${setting.default}\`` : '', description]
    return `| ${cells.join(' | ')} |`
  })
  return ['| Name | Default | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

if (import.meta.main) writeFileSync(readme, readReadme().updated)
