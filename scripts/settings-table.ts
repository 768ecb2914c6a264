import type { Setting } from '../server/src/program/setting-schemas.ts'
import { settings } from '../server/src/program/settings.ts'
import { fillTables, type Page, writeTables } from './fill-tables.ts'

const readme = new URL('../README.md', import.meta.url)

/** The README with the table of settings. */
export const readReadme = (): Page => fillTables(readme, { settings: settingRows() })

function settingRows(): string[][] {
  const rows = Object.values<Setting>(settings).map(({ name, description, ...setting }) => [
    `\`${name}\``,
    setting.default ? `\`${setting.default}\`` : '',
    description,
  ])
  return [['Name', 'Default', 'Meaning'], ...rows]
}

if (import.meta.main) writeTables(readme, { settings: settingRows() })
