import type { Account } from './kept-secrets.ts'

/** Prints the demo accounts, one per line, with their passwords, which are valid for the demo only. */
export function announceAccounts(accounts: readonly Account[], say: (line: string) => void): void {
  const rows = accounts.map(({ role, site, email, password }) => [
    role,
    site,
    email,
    password ?? 'the password of ADMIN_PASSWORD',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  say('accounts of the demo')
  for (const row of rows) {
    say(`  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  }
}
