import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { administrator, launchProgram } from '../../test/child-program.ts'
import { emptyDatabase } from '../../test/empty-database.ts'
import { runCommand } from '../../test/run-command.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { fingerprintOf } from '../platform/secret-key.ts'
import { adviseOnKey, putKey } from './put-key.ts'

test('the commands take a backup of a running program, and the program starts on the database that they restore elsewhere', async () => {
  const [dataDir, otherDir] = [await makeTemporaryDirectory(), await makeTemporaryDirectory()]
  const [url, otherUrl] = [await emptyDatabase(), await emptyDatabase()]
  onTestFinished(() => rm(dataDir, { recursive: true }))
  onTestFinished(() => rm(otherDir, { recursive: true }))
  const place = { dataDir, environment: { DATABASE_URL: url } }
  const other = { dataDir: otherDir, environment: { DATABASE_URL: otherUrl } }
  const run = (name: string, args: string[], at = place, more: Record<string, string> = {}) =>
    runCommand(name, args, { DATA_DIR: at.dataDir, ...at.environment, ...more })
  const secret = { BACKUP_PASSPHRASE: 'a long passphrase' }
  const sealed = join(dataDir, 'sealed.backup')

  const program = launchProgram(place)
  onTestFinished(() => program.kill())
  await program.ready
  const usage = 'usage: npm run backup -- [--encrypt] FILE'
  const [encrypted, none, short, inUse] = await Promise.all([
    run('backup', ['--encrypt', sealed], place, secret),
    run('backup', ['--compress', sealed]),
    run('backup', ['--encrypt', `${sealed}2`], place, { BACKUP_PASSPHRASE: 'short' }),
    run('restore', ['--replace', '--yes', 'missing.backup']),
  ])
  expect(encrypted).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^backed up and verified [\d,]+ rows of \d+ tables, .*\nthe file contains the secret key/,
    ),
  })
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect((await stat(sealed)).mode & 0o777).toBe(0o600)
  expect(none).toEqual({ code: 1, said: usage })
  expect(short).toEqual({ code: 1, said: 'a passphrase needs at least 12 characters' })
  expect(inUse).toEqual({ code: 1, said: expect.stringContaining('missing.backup cannot be read (ENOENT)') })

  const [again, silent, running, asked, restored] = await Promise.all([
    run('backup', [sealed]),
    run('restore', [sealed], other),
    run('restore', ['--replace', '--yes', sealed], place, secret),
    run('restore', ['--replace', sealed], place, secret),
    run('restore', [sealed], other, secret),
  ])
  expect(again).toEqual({ code: 1, said: `${sealed} exists already; name a new file` })
  expect(silent).toEqual({ code: 1, said: 'set BACKUP_PASSPHRASE, since there is no terminal to ask on' })
  expect(running).toEqual({
    code: 1,
    said: 'the program is running on this database; stop it everywhere before restoring',
  })
  expect(asked).toEqual({ code: 1, said: 'add --yes to replace the database without being asked' })
  expect(restored.code, restored.said).toBe(0)
  expect(restored.said).toMatch(/^the secret key of the backup is now in .*\nrestored and compared /)
  const keyOf = (directory: string) => readFile(join(directory, 'secret.key'), 'utf8')
  expect(await keyOf(otherDir)).toBe(await keyOf(dataDir))

  const copy = launchProgram(other)
  onTestFinished(() => copy.kill())
  const { http } = await copy.ready
  const answer = await fetch(`http://127.0.0.1:${http}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Email: administrator.email, Password: administrator.password }),
  })
  expect(answer.status).toBe(200)
}, 600_000)

test('the key of a backup replaces another one, which is kept, and a missing one is requested', async () => {
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const fingerprint = fingerprintOf(second).toString('hex')
  const advice = (secretKey?: Buffer) => adviseOnKey(fingerprint, { secretKey, dataDir })
  expect(await advice()).toContain(`put the secret key of the backup into ${join(dataDir, 'secret.key')}`)
  expect(await advice(first)).toContain('put the secret key of the backup into SECRET_KEY')
  await putKey(first, dataDir)
  await putKey(second, dataDir)
  await putKey(second, dataDir)
  expect(await advice()).toBeUndefined()
  expect(await advice(second)).toBeUndefined()
  const files = (await readdir(dataDir)).sort()
  expect(files).toEqual(['secret.key', expect.stringMatching(/^secret\.key\.before-/)])
  expect(await readFile(join(dataDir, files[1] ?? ''), 'utf8')).toBe(`${first.toString('base64')}\n`)
})

test('a backup of an empty database is refused and leaves nothing behind', async () => {
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  const environment = { DATABASE_URL: await emptyDatabase() }
  expect(await runCommand('backup', [join(directory, 'x.backup')], environment)).toEqual({
    code: 1,
    said: 'the database holds nothing of this program yet; there is nothing to back up',
  })
  expect(await readdir(directory)).toEqual([])
})
