import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../test/child-program.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { testApp } from '../../test/test-app.ts'

const { db, make, pool } = await testApp()

/** Runs a command as an operator does, without a terminal. */
async function run(name: string, args: string[]) {
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const environment = { DATABASE_URL: String(pool.options.connectionString) }
  const command = launchProgram({ dataDir, environment, script, args })
  return { code: (await command.ended).code, said: command.said.join('\n') }
}

test('the command exports a site into a new directory, and says what is wrong otherwise', async () => {
  const { id } = await make.site()
  const directory = join(await makeTemporaryDirectory(), 'export')
  const usage = 'usage: npm run export-site -- [--without-sub-sites] SITE_ID DIRECTORY'
  expect(await run('export-site', [id])).toEqual({ code: 1, said: usage })
  expect(await run('export-site', ['--all', id, directory])).toEqual({ code: 1, said: usage })
  const unknown = await run('export-site', ['01a21ce4-51c7-7494-b691-be527f0f43b4', directory])
  expect(unknown).toEqual({ code: 1, said: expect.stringMatching(/^there is no site 01a21ce4/) })
  expect(existsSync(`${directory}.part`)).toBe(false)
  const exported = await run('export-site', ['--without-sub-sites', id, directory])
  expect(exported).toEqual({
    code: 0,
    said: expect.stringMatching(/exported 0 devices with 0 rows of measured values: .*export\n/),
  })
  expect(await readdir(directory)).toEqual(expect.arrayContaining(['README.md', 'sites.csv']))
  const again = await run('export-site', [id, directory])
  expect(again).toEqual({ code: 1, said: expect.stringContaining('exists already; name a new directory') })
})

test('the command erases a person only if told to, after it has shown what it would erase', async () => {
  const { id, email } = await make.user({ role: 'Site Staff', full_name: 'Ole Brandt' })
  const nameNow = async () =>
    (await db.selectFrom('app_user').where('id', '=', id).select('full_name').executeTakeFirst())?.full_name
  const usage = 'usage: npm run erase-person -- [--yes] EMAIL'
  expect(await run('erase-person', [])).toEqual({ code: 1, said: usage })
  expect(await run('erase-person', ['Ole Brandt'])).toEqual({ code: 1, said: usage })
  const unknown = await run('erase-person', ['--yes', 'nobody@example.org'])
  expect(unknown).toEqual({ code: 1, said: 'nothing is known about nobody@example.org' })
  const shown = await run('erase-person', [email])
  expect(shown).toEqual({
    code: 1,
    said: expect.stringMatching(/would be deleted: [\s\S]*add --yes to erase without being asked/),
  })
  expect(await nameNow()).toBe('Ole Brandt')
  const erased = await run('erase-person', ['--yes', email])
  expect(erased).toEqual({ code: 0, said: expect.stringContaining(`in the audit log as ${id} alone`) })
  expect(await nameNow()).toBe('Erased person')
})
