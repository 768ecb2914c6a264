import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPackagedPostgres, preparePostgresBinaries } from './postgres-binaries.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

let directory: string
let folder: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'eot-binaries-'))
  chmodSync(directory, 0o755)
  folder = join(directory, 'closed', 'native')
  cpSync(findPackagedPostgres().folder, folder, {
    recursive: true,
    filter: (path) => !isInstalledByScript(basename(path)),
  })
  chmodSync(join(directory, 'closed'), 0o700)
})

afterEach(() => rmSync(directory, { recursive: true }))

/** Removes what the install scripts would have added. */
function isInstalledByScript(name: string): boolean {
  return /^lib(icu\w+|pq|ecpg\w*|pgtypes)\.so(\.\d+)?$/.test(name)
}

function openDirectory(name: string): string {
  const path = join(directory, name)
  mkdirSync(path)
  chmodSync(path, 0o755)
  return path
}

test('packages installed without install scripts are completed in place, and repeating that is harmless', () => {
  chmodSync(join(folder, 'bin', 'postgres'), 0o644)
  chmodSync(join(folder, 'bin', 'initdb'), 0o644)
  expect(existsSync(join(folder, 'lib', 'libicui18n.so.60'))).toBe(false)
  for (let round = 0; round < 2; round++) {
    const binaries = preparePostgresBinaries(undefined, [], { folder, version: '18' })
    expect(binaries).toEqual({
      initdb: join(folder, 'bin', 'initdb'),
      postgres: join(folder, 'bin', 'postgres'),
      majorVersion: 18,
    })
    expect(statSync(binaries.initdb).mode & 0o111).toBe(0o111)
  }
})

test.runIf(isRoot)('packages that the account cannot access are copied once to a place it can access', () => {
  const parents = [join(directory, 'closed', 'data'), openDirectory('open')]
  const first = preparePostgresBinaries(nobody, parents, { folder, version: '18' })
  expect(first.postgres).toBe(join(directory, 'open', 'postgresql-18', 'bin', 'postgres'))
  const { ino } = statSync(first.postgres)
  const second = preparePostgresBinaries(nobody, parents, { folder, version: '18' })
  expect(second).toEqual(first)
  expect(statSync(second.postgres).ino).toBe(ino)
})

test.runIf(isRoot)('a place that others can write to is refused with an error that states this', () => {
  const shared = openDirectory('shared')
  chmodSync(shared, 0o777)
  const attempt = () => preparePostgresBinaries(nobody, [shared], { folder, version: '18' })
  expect(attempt).toThrow(/cannot be run by the unprivileged user 65534/)
  expect(attempt).toThrow(/shared is not a directory that only this user can write to/)
})
