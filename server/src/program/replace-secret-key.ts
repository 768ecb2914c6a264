import { fingerprintOf, getSecretKey } from '../platform/secret-key.ts'
import { say } from './announce-start.ts'
import { replaceFingerprint } from './replace-fingerprint.queries.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ config, pool }) => {
  const key = await getSecretKey(config.secretKey, config.dataDir)
  const { secondFactors, mails } = await replaceFingerprint(pool, fingerprintOf(key))
  say(
    `the key is replaced: ${secondFactors} second factors and ${mails} waiting mails are removed, all sessions ended`,
  )
  return 0
})
