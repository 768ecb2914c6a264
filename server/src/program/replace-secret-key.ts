import { parseArgs } from 'node:util'
import type { Database } from '../database.ts'
import { executeIn } from '../platform/db/execute.queries.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { getSecretKey, parseSecretKey } from '../platform/secret-key.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { say } from './announce-start.ts'
import { replaceSecretKey } from './replace-secret-key.command.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ config, pool }) => {
  const former = readFormer()
  const key = await getSecretKey(config.secretKey, config.dataDir)
  const said = await queryBuilder<Database>(pool)
    .transaction()
    .execute((tx) => replaceSecretKey(executeIn(tx), { key, former }))
  for (const line of said) say(line)
  return 0
})

/** Returns the key of the database until now, which is never an argument; undefined if `--lost` says that there is none. */
function readFormer(): Buffer | undefined {
  const given = process.env.FORMER_SECRET_KEY
  if (isLost()) {
    if (given) throw new StartRefused('with FORMER_SECRET_KEY, nothing is lost; leave out --lost')
    return undefined
  }
  if (!given)
    throw new StartRefused(
      'set FORMER_SECRET_KEY to the key that the database has had; only if nobody has it anymore, add --lost: second factors, unsent emails and secrets of webhooks are lost with it',
    )
  const former = parseSecretKey(given.trim())
  if (!former) throw new StartRefused('FORMER_SECRET_KEY is wrong, expected 32 bytes as base64 or hex')
  return former
}

function isLost(): boolean {
  try {
    return parseArgs({ options: { lost: { type: 'boolean' } } }).values.lost ?? false
  } catch (error) {
    throw new StartRefused('usage: npm run replace-secret-key -- [--lost]', { cause: error })
  }
}
