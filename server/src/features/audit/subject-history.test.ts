import { audit } from '@eot/contract/audit'
import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import { describe, expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

const district = await make.site({ name: 'District' })
const north = await make.site({ parent: district, name: 'North' })
const south = await make.site({ parent: district, name: 'South' })
const administrators = {
  above: await signIn({ site: district }),
  here: await signIn({ site: north }),
  beside: await signIn({ site: south }),
  elsewhere: await signIn(),
}
const as = administrators.above

/** Makes a record at a site and changes it. Returns its id. */
type Change = (site: MadeSite) => Promise<string>

const changed = async (id: string, answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
  return id
}

const kinds: [kind: string, name: string, action: string, change: Change][] = [
  [
    'site',
    'Hall',
    'site.updated',
    async (site) => {
      const { id } = await make.site({ parent: site, name: 'Room' })
      return changed(id, call(sites.update, { params: { id }, body: { Name: 'Hall' } }, { as }))
    },
  ],
  [
    'device',
    'Gym',
    'device.changed',
    async (site) => {
      const { id } = await make.device({ site, name: 'Lab' })
      return changed(id, call(devices.update, { params: { id }, body: { Name: 'Gym' } }, { as }))
    },
  ],
  [
    'device whose rules changed',
    'Lab',
    'rules.changed',
    async (site) => {
      const { id } = await make.device({ site, name: 'Lab' })
      const body = { Rules: { Vape: { RaiseLevel: 70 } } }
      return changed(id, call(rules.changeDevice, { params: { id }, body }, { as }))
    },
  ],
  [
    'user',
    'Ann',
    'user.changed',
    async (site) => {
      const { id } = await make.user({ site, role: 'Viewer', full_name: 'An' })
      return changed(id, call(users.update, { params: { id }, body: { FullName: 'Ann' } }, { as }))
    },
  ],
  [
    'device group',
    'Restrooms',
    'device_group.updated',
    async (site) => {
      const { id } = await make.deviceGroup({ site })
      return changed(id, call(groups.update, { params: { id }, body: { Name: 'Restrooms' } }, { as }))
    },
  ],
  [
    'user list',
    'Nurses',
    'user_list.updated',
    async (site) => {
      const { id } = await make.userList({ site })
      return changed(id, call(lists.update, { params: { id }, body: { Name: 'Nurses' } }, { as }))
    },
  ],
]

const historyOf = async (subject: string, caller: typeof as) => {
  const { status, data, text } = await call(audit.list, { query: { subject } }, { as: caller })
  expect(status, text).toBe(200)
  return data.Items?.map(({ Action, Subject }) => [Action, Subject?.Name])
}

describe.each(kinds)('the history of a %s', async (_kind, name, action, change) => {
  const id = await change(north)

  test.each(['above', 'here'] as const)('is visible to an administrator %s, with its name', async (place) => {
    expect(await historyOf(id, administrators[place])).toEqual([[action, name]])
  })

  test.each(['beside', 'elsewhere'] as const)('is hidden from an administrator %s', async (place) => {
    expect(await historyOf(id, administrators[place])).toEqual([])
  })
})

test('the history of a system message is visible to those who manage it, and not to its readers', async () => {
  const site = await make.site()
  const manager = await signIn({ site, role: 'System Administrator' })
  const reader = await signIn({ site: await make.site({ parent: site }) })
  const { data } = await call(systemMessages.create, { body: { Title: 'Update' } }, { as: manager })
  const body = { Title: 'Update tonight' }
  await call(systemMessages.update, { params: { id: data.Id }, body }, { as: manager })
  expect(await historyOf(data.Id, manager)).toEqual([
    ['system_message.updated', 'Update tonight'],
    ['system_message.created', 'Update tonight'],
  ])
  expect(await historyOf(data.Id, reader)).toEqual([])
})
