import { chmod, rm } from 'node:fs/promises'
import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../test/child-program.ts'
import { hasPgbouncer, sessionTimeouts, startPgbouncer } from '../../test/pgbouncer.ts'
import { createDevices, createSite, signInAsAdministrator } from '../../test/portal-client.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { createTestDatabase } from '../../test/test-database.ts'

const title = hasPgbouncer ? '' : ' (pgbouncer is not installed)'

/** Starts a program whose requests go through pgbouncer to a new database. */
async function launchPooled(connectQuery: string) {
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  await chmod(directory, 0o755)
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const pooler = await startPgbouncer(url, connectQuery, directory)
  onTestFinished(() => pooler.stop())
  const environment = { DATABASE_URL: url, DATABASE_POOLER_URL: pooler.url }
  const program = launchProgram({ dataDir: directory, environment })
  onTestFinished(() => program.kill())
  return program
}

test.skipIf(!hasPgbouncer)(
  `a hundred requests at once share two sessions of a pooler in transaction mode${title}`,
  async () => {
    const program = await launchPooled(sessionTimeouts)
    const portal = await signInAsAdministrator((await program.ready).http)
    const site = await createSite(portal, { Name: 'Pooled', TimeZone: 'Europe/Berlin' })
    const [device] = await createDevices(portal, site.id, { count: 20, firstMac: 1 })
    const renamed = Array.from({ length: 50 }, (_, n) =>
      portal.call(sites.create, { body: { Name: `Site ${n}`, ParentSite: site.id } }),
    )
    const read = Array.from({ length: 50 }, () => portal.call(devices.list, { query: { SiteId: site.id } }))
    await Promise.all(renamed)
    for (const { Total } of await Promise.all(read)) expect(Total).toBe(20)
    const { Total } = await portal.call(sites.list, { query: { SiteId: site.id } })
    expect(Total).toBe(50)

    const sent = await fetch(`${portal.url}/api/ingest/readings`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${device?.mac}:${device?.key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ readings: { tamper: 1 } }),
    })
    expect(sent.status).toBe(202)
    const open = () => portal.call(alerts.list, { query: { ongoing: true } })
    await expect.poll(async () => (await open()).Items?.map(({ Device }) => Device.Id)).toEqual([device?.id])
    expect(await program.stop()).toBe(0)
  },
)

test.skipIf(!hasPgbouncer)(
  `the program does not start with a pooler whose sessions have no timeouts${title}`,
  async () => {
    const program = await launchPooled('select 1')
    await expect(program.ready).rejects.toThrow('sessions of DATABASE_POOLER_URL have no statement_timeout')
  },
)
