import { installation } from '@eot/contract/installation'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

test('only administrators of the installation, not those of a customer, see its external services', async () => {
  const app = await testApp({
    installation: { findFreeBytes: async () => 7_000, hasMailServer: true, hasTextProvider: false },
  })
  const root = await app.signInAsRoot()
  expect((await app.call(installation.get, {}, { as: root })).data).toEqual({
    Mqtt: { Protocol: 'mqtt', Host: 'portal.example.org', Port: 1883, Path: '', IsExternal: false },
    FreeBytes: 7_000,
    HasMailServer: true,
    HasTextProvider: false,
  })
  const site = await app.make.site()
  const customer = await app.signIn(await app.make.user({ site, role: 'System Administrator' }))
  expect((await app.call(installation.get, {}, { as: customer })).status).toBe(403)
})
