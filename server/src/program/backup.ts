import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { errorCode } from '../platform/error-code.ts'
import { syncDirectory } from '../platform/private-file.ts'
import { getSecretKey } from '../platform/secret-key.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { say } from './announce-start.ts'
import { getPassphrase } from './ask.ts'
import { backUpDatabase } from './backup-database.ts'
import { runCommand } from './run-command.ts'
import { showProgress, summarize } from './show-progress.ts'

await runCommand(
  async ({ config, url }) => {
    const { file, encrypts } = readArguments()
    const encryption = encrypts
      ? {
          passphrase: await getPassphrase({ isNew: true }),
          secretKey: (await getSecretKey(config.secretKey, config.dataDir)).toString('base64'),
        }
      : undefined
    // Used so that a file with the final name is always complete and verified.
    const draft = `${file}.part`
    const { onProgress, end } = showProgress()
    try {
      const options = { url, file: draft, takenAt: new Date(), ...(encryption && { encryption }), onProgress }
      const summary = await backUpDatabase(options)
      await rename(draft, file)
      await syncDirectory(dirname(file))
      end()
      say(`backed up and verified ${summarize(summary)}: ${file}`)
      say(
        encryption
          ? 'the file contains the secret key too; without its passphrase nobody can restore it'
          : 'the file does not contain the secret key: keep SECRET_KEY or DATA_DIR/secret.key in another place',
      )
      return 0
    } catch (error) {
      end()
      if (errorCode(error) !== 'EEXIST') await rm(draft, { force: true })
      throw refuseFile(error, draft)
    }
  },
  { asIs: true },
)

function readArguments(): { file: string; encrypts: boolean } {
  const usage = 'usage: npm run backup -- [--encrypt] FILE'
  const { positionals, values } = parse(usage)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new StartRefused(usage)
  const path = resolve(process.env.INIT_CWD ?? '.', file)
  if (existsSync(path)) throw new StartRefused(`${path} exists already; name a new file`)
  return { file: path, encrypts: values.encrypt ?? false }
}

function parse(usage: string) {
  try {
    return parseArgs({ options: { encrypt: { type: 'boolean' } }, allowPositionals: true })
  } catch (error) {
    throw new StartRefused(usage, { cause: error })
  }
}

/** Turns an error of writing the file into a sentence. Returns any other error unchanged. */
function refuseFile(error: unknown, draft: string): unknown {
  const code = errorCode(error)
  if (code === 'EEXIST')
    return new StartRefused(`${draft} exists: another backup is being written, or was interrupted; delete it`)
  if (code === undefined || !(error instanceof Error) || !('syscall' in error)) return error
  if (code === 'ENOSPC') return new StartRefused('there is no space left for the backup', { cause: error })
  return new StartRefused(`the backup cannot be written (${error.message})`, { cause: error })
}
