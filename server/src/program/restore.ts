import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeContents } from '../platform/backup/load.queries.ts'
import { openBackupFile } from '../platform/backup/read-backup-file.ts'
import { connectForCommand } from '../platform/db/command-connection.ts'
import { fingerprintOf, parseSecretKey, secretKeyPath } from '../platform/secret-key.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { say } from './announce-start.ts'
import { ask, getPassphrase } from './ask.ts'
import { adviseOnKey, putKey } from './put-key.ts'
import { restoreDatabase } from './restore-database.ts'
import { runCommand } from './run-command.ts'
import { showProgress, summarize } from './show-progress.ts'

const usage = 'usage: npm run restore -- [--replace [--yes]] FILE'

await runCommand(
  async ({ config, url }) => {
    const { path, replaces, isSure } = readArguments()
    const file = await openBackupFile(path)
    const { header } = file
    const { secretKey: given, dataDir } = config
    if (header.passphrase && given && header.keyFingerprint !== fingerprintOf(given).toString('hex'))
      throw new StartRefused(
        `SECRET_KEY is not the key of the backup; unset it, and the restore writes that key to ${secretKeyPath(dataDir)}`,
      )
    const passphrase = header.passphrase ? await getPassphrase({ isNew: false }) : undefined
    if (replaces && !isSure) await confirm(url)
    const { onProgress, end } = showProgress()
    const restored = await restoreDatabase({ url, file, path, passphrase, replaces, onProgress }).finally(end)
    const key = restored.secretKey === undefined ? undefined : parseSecretKey(restored.secretKey)
    if (key && !given) await putKey(key, dataDir)
    for (const table of restored.leftOut) say(`left out the table ${table}, which is not of this program`)
    say(`restored and compared ${summarize(restored)}, as of ${header.takenAt}`)
    say('everybody has to sign in again; what was written after the backup is lost')
    const advice = await adviseOnKey(header.keyFingerprint, config)
    if (advice) say(advice)
    return 0
  },
  { asIs: true, alone: true },
)

function readArguments() {
  try {
    const options = { replace: { type: 'boolean' }, yes: { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new StartRefused(usage)
    return {
      path: resolve(process.env.INIT_CWD ?? '.', file),
      replaces: values.replace ?? false,
      isSure: values.yes ?? false,
    }
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(usage, { cause: error })
  }
}

/** Lets the operator type the name of the database that is about to be replaced. */
async function confirm(url: string): Promise<void> {
  const client = await connectForCommand(url)
  const { name, summary } = await describeContents(client).finally(() => client.end())
  const answer = await ask(
    `the database ${name} holds ${summary}; all of it will be replaced.\ntype ${name} to go on: `,
    'add --yes to replace the database without being asked',
  )
  if (answer !== name) throw new StartRefused('nothing was changed')
}
