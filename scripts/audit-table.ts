import { auditActions } from '../server/src/access/audit-actions.ts'
import { fillTables, type Page, writeTables } from './fill-tables.ts'

const page = new URL('../docs/operations.md', import.meta.url)

/** operations.md, and its text with the table of audited actions generated from the program. */
export const readOperationsPage = (): Page => fillTables(page, { audited: actionRows() })

function actionRows(): string[][] {
  const rows = Object.entries(auditActions).map(([action, meaning]) => [`\`${action}\``, meaning])
  return [['Action', 'Meaning'], ...rows]
}

if (import.meta.main) writeTables(page, { audited: actionRows() })
