import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/run-command.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { testApp } from '../../test/test-app.ts'

const { db, make, pool } = await testApp()

const run = (name: string, args: string[]) =>
  runCommand(name, args, { DATABASE_URL: String(pool.options.connectionString) })

test('export-site writes a site into a new directory, and says why if it cannot', async () => {
  const { id } = await make.site()
  const place = await makeTemporaryDirectory()
  onTestFinished(() => rm(place, { recursive: true }))
  const directory = join(place, 'export')
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

test('erase-person shows what it would erase, and erases it only with --yes', async () => {
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
