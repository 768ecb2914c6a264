import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildPortal } from './portal-build.ts'
import { assembleRelease } from './release.ts'

const port = 18_470

test('a release runs without Node.js and npm', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(await buildPortal()).toBe(true)
  const release = join(folder, 'eot-live')
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
  await assembleRelease(release, architecture)
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
