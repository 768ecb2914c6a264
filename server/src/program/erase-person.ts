import { parseArgs } from 'node:util'
import type { Database } from '../database.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { say } from './announce-start.ts'
import { ask } from './ask.ts'
import { type Erasure, erasePerson } from './erase-person.command.ts'
import { runCommand } from './run-command.ts'

/** Thrown to roll back an erasure that was only simulated, to show what it would erase. */
class Rehearsed extends Error {
  readonly erasure: Erasure

  constructor(erasure: Erasure) {
    super('only tried')
    this.erasure = erasure
  }
}

await runCommand(async ({ pool }) => {
  const { email, isSure } = readArguments()
  const db = queryBuilder<Database>(pool)
  const erase = () => db.transaction().execute((tx) => erasePerson(tx, email))
  if (!isSure) {
    const trial = db.transaction().execute(async (tx) => {
      throw new Rehearsed(await erasePerson(tx, email))
    })
    const { erasure } = await trial.catch((error: unknown) => {
      if (error instanceof Rehearsed) return error
      throw error
    })
    tell(erasure, 'would be')
    const answer = await ask(`type ${email} to erase all of this: `, 'add --yes to erase without being asked')
    if (answer.toLowerCase() !== email.toLowerCase()) throw new StartRefused('nothing was erased')
  }
  tell(await erase(), 'were')
  say('earlier backups still know the person: delete them, or repeat this after restoring one')
  return 0
})

function readArguments(): { email: string; isSure: boolean } {
  const usage = 'usage: npm run erase-person -- [--yes] EMAIL'
  try {
    const { positionals, values } = parseArgs({
      options: { yes: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [email, ...more] = positionals
    if (!email?.includes('@') || more.length > 0) throw new StartRefused(usage)
    return { email: email.trim(), isSure: values.yes ?? false }
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(usage, { cause: error })
  }
}

function tell({ userIds, deleted, changed }: Erasure, verb: string): void {
  const list = (counts: Map<string, number>) =>
    [...counts].map(([table, rows]) => `${rows} of ${table}`).join(', ') || 'none'
  say(`rows that ${verb} deleted: ${list(deleted)}`)
  say(`rows in which the person ${verb} replaced: ${list(changed)}`)
  if (userIds.length > 0)
    say(`the person stays in alerts and in the audit log as ${userIds.join(', ')} alone`)
}
