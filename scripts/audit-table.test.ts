import { expect, test } from 'vitest'
import { auditActions } from '../server/src/access/audit-actions.ts'
import { readOperationsPage } from './audit-table.ts'
import { testFile } from './import-rules.ts'
import { files, textOf } from './repository-files.ts'

test('operations.md lists every audited action (update with node scripts/audit-table.ts)', () => {
  const { current, updated } = readOperationsPage()
  expect(current).toContain('<!-- audited -->\n|')
  expect(current).toBe(updated)
})

test('every audited action is written by the program', () => {
  const product = files.filter((path) => /^server\/src\/.*\.ts$/.test(path) && !testFile.test(path))
  const text = product
    .filter((path) => !path.endsWith('/audit-actions.ts'))
    .map(textOf)
    .join('\n')
  expect(Object.keys(auditActions).filter((action) => !text.includes(`'${action}'`))).toEqual([])
})
