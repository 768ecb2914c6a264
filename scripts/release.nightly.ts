import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildPortal } from './portal-build.ts'
import { architectures, assembleRelease } from './release.ts'

const port = 18_470
/** `e_machine` of ELF files. */
const machines = { x64: 62, arm64: 183 }

async function makeRelease(architecture: (typeof architectures)[number]) {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(await buildPortal()).toBe(true)
  const release = join(folder, 'eot-live')
  await assembleRelease(release, architecture)
  return { folder, release }
}

/** Returns the machine of an ELF file, or undefined for any other file. */
function machineOf(path: string): number | undefined {
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  readSync(file, header, 0, header.length, 0)
  closeSync(file)
  return header.toString('latin1', 0, 4) === '\x7fELF' ? header.readUInt16LE(18) : undefined
}

test.each(architectures)('a release for %s contains only binaries for it', async (architecture) => {
  const { release } = await makeRelease(architecture)
  const binaries = readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path: path.slice(release.length), machine: machineOf(path) }))
    .filter(({ machine }) => machine !== undefined)
  expect(binaries.filter(({ machine }) => machine !== machines[architecture])).toEqual([])
  for (const end of ['/bin/node', '/bin/postgres', '/resvgjs.', '/argon2.'])
    expect(
      binaries.filter(({ path }) => path.includes(end)),
      end,
    ).toHaveLength(1)
})

test('a release runs without Node.js and npm', async () => {
  const { folder, release } = await makeRelease(process.arch === 'arm64' ? 'arm64' : 'x64')
  const env = {
    PATH: '/usr/bin:/bin',
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: `${port}`,
    MQTT_PORT: `${port + 1}`,
  }
  const program = spawn(join(release, 'eot-live'), { env, cwd: folder, stdio: 'ignore' })
  onTestFinished(async () => {
    program.kill('SIGTERM')
    await new Promise((resolve) => program.once('exit', resolve))
  })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200),
    {
      timeout: 120_000,
      interval: 500,
    },
  )
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('EoT LIVE')
  expect(spawnSync(join(release, 'eot-live'), ['--check-health'], { env }).status).toBe(0)
  const audit = spawnSync(join(release, 'eot-live'), ['check-audit'], { env, encoding: 'utf8' })
  expect(audit.stdout).toContain('0 faults')
  expect(spawnSync(join(release, 'eot-live'), ['dance'], { env }).status).toBe(2)
})
