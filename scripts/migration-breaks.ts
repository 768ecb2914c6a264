/** Statements that break processes of the previous release, which still run after the new one has migrated the database. */
const breaks: [pattern: RegExp, reason: string][] = [
  [/^drop (table|view|materialized view|function|procedure|sequence|type) /, 'drops what is in use'],
  [/^alter .* rename /, 'renames what is in use'],
  [/\bdrop column /, 'drops a column'],
  [/\balter column \S+ (set data )?type /, 'changes the type of a column'],
  [/\balter column \S+ set not null/, 'requires a column that may be missing'],
  [/\balter column \S+ drop default/, 'requires a column that may be missing'],
  [
    /\badd column (?=[^,]*\bnot null)(?![^,]*\b(default|generated)\b)/,
    'requires a column that is not known yet',
  ],
  [
    /\badd (constraint \S+ )?(check|unique|primary key|exclude|foreign key)\b/,
    'refuses rows that were valid',
  ],
  [/^create unique index /, 'refuses rows that were valid'],
]

/** A comment before a statement that explains why the previous release keeps working after it. */
const exemption = /^\s*-- Upgrade: \S/m

/**
 * Lists statements of new migrations that may break processes of the previous release, each with the reason. Tables
 * that the same migrations create are unknown to that release.
 */
export function listBreaks(migrations: readonly string[]): string[] {
  const statements = migrations.flatMap(statementsOf)
  const created = new Set(
    statements.flatMap(
      ({ sql }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? [],
    ),
  )
  return statements.flatMap(({ sql, isExempt }) => {
    const table =
      /^(?:alter table (?:if exists )?(?:only )?|create unique index .*? on (?:only )?)(\w+)/.exec(sql)?.[1]
    if (isExempt || (table && created.has(table))) return []
    return breaks.flatMap(([pattern, reason]) => (pattern.test(sql) ? `${reason}: ${sql.slice(0, 100)}` : []))
  })
}

/** Splits a migration into statements, each on one line in lower case, without comments and quoted or dollar-quoted text. */
function statementsOf(migration: string): { sql: string; isExempt: boolean }[] {
  const withoutTexts = migration.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replaceAll(/'[^']*'/g, "''")
  return withoutTexts.split(';').map((text) => ({
    sql: text.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
    isExempt: exemption.test(text),
  }))
}
