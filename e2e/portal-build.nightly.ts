import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { buildPortal } from '../scripts/portal-build.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))

/** What the portal is built from, at another place. */
function copySources(to: string): void {
  mkdirSync(to)
  const copied = readdirSync(checkout).filter((name) => /^(web|contract|docs)$|\.json$/.test(name))
  for (const name of copied)
    cpSync(join(checkout, name), join(to, name), {
      recursive: true,
      filter: (path) => !/[\\/](dist|node_modules)$/.test(path),
    })
  symlinkSync(join(checkout, 'node_modules'), join(to, 'node_modules'))
}

/** The hash of each built file; the stamp tells what it was built from, not what came out. */
function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== '.build-hash' && statSync(join(folder, name)).isFile())
    .toSorted()
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

test('two builds of the portal, at different places, are the same in every bit', async () => {
  const parent = await makeTemporaryDirectory()
  onTestFinished(() => rm(parent, { recursive: true }))
  const built: Record<string, string>[] = []
  for (const name of ['first', 'second build at another place']) {
    copySources(join(parent, name))
    expect(await buildPortal(join(parent, name))).toBe(true)
    built.push(hashesOf(join(parent, name, 'web/dist')))
  }
  expect(Object.keys(built[0] ?? {}).length).toBeGreaterThan(5)
  expect(built[1]).toEqual(built[0])
})
