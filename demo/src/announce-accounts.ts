import type { Account } from './kept-secrets.ts'

/** Prints who can sign in, a line each. The passwords open a demonstration and nothing else. */
export function announceAccounts(accounts: readonly Account[], say: (line: string) => void): void {
  const rows = accounts.map(({ role, site, email, password }) => [
    role,
    site,
    email,
    password ?? 'the password of ADMIN_PASSWORD',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  say('sign in to the demonstration as one of')
  for (const row of rows) {
    say(`  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  }
}
