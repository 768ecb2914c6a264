import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { type PermissionKey, permits, roles } from '@eot/contract/permissions'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect } from 'vitest'
import { seededDice } from './hostile-packets.ts'
import { sendSamples } from './send-samples.ts'
import type { TestApp } from './test-app.ts'

const lists = [
  { name: 'Devices', endpoint: devices.list, query: {} },
  { name: 'Users', endpoint: users.list, query: {} },
  { name: 'OpenAlerts', endpoint: alerts.list, query: { ongoing: true } },
] as const

type Listed = { Items: { Id: string }[]; Total: number }

/**
 * Creates a random tree by ten operations, and checks for one user of each role that for devices, users and open alerts of
 * every site the list, its count and the number in the tree table agree, and equal those of the site itself plus those of the
 * sites below it.
 */
export async function runTreeCounts(app: TestApp, seed: number): Promise<void> {
  const { call, ingest, make } = app
  const dice = seededDice(seed)
  const district = await make.site()
  const outside = await make.site()
  await make.device({ site: outside })
  const as = await app.signIn({ site: district })
  const known = { sites: [district], devices: [] as { id: string; mac: string }[] }
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T // never empty
  const params = (id: string) => ({ params: { id } })
  const steps: Record<string, () => Promise<unknown>> = {
    async create() {
      const parent = pick(known.sites)
      if (!(await app.db.selectFrom('site').select('id').where('id', '=', parent.id).executeTakeFirst()))
        return
      const path = await app.db
        .selectFrom('site')
        .select('path')
        .where('id', '=', parent.id)
        .executeTakeFirstOrThrow()
      const site = await make.site({ parent: { ...parent, ...path } })
      known.sites.push(site)
      for (let n = dice(3); n > 0; n--) known.devices.push(await make.device({ site }))
      for (let n = dice(2); n > 0; n--) await make.user({ site, role: 'Viewer' })
    },
    move: () => {
      const body = { SiteIds: [pick(known.sites).id], ParentSite: pick(known.sites).id }
      return call(sites.move, { body }, { as })
    },
    deactivate: () =>
      call(sites.update, { ...params(pick(known.sites).id), body: { IsActive: false } }, { as }),
    delete: () => {
      const { id, name: Name } = pick(known.sites)
      return call(sites.remove, { ...params(id), query: { Name } }, { as })
    },
    async alert() {
      for (const { mac } of known.devices)
        if (dice(2) === 0 && (await ingest.intake.directory.findByMac(mac)))
          await sendSamples(ingest, mac, [{ readings: { vape: 80 } }])
    },
    moveDevice: async () => {
      if (known.devices.length === 0) return
      const SiteId = pick(known.sites).id
      await call(devices.update, { ...params(pick(known.devices).id), body: { SiteId } }, { as })
    },
  }
  // The initial tree, and the final alerts.
  const names = [
    'create',
    'create',
    'create',
    ...Array.from({ length: 8 }, () => pick(Object.keys(steps))),
    'alert',
  ]
  for (const name of names) await steps[name]?.()
  const shown = `SEED=${seed}: ${names.join(', ')}`

  const remaining = await app.db
    .selectFrom('site')
    .where('path', 'like', `${district.path}%`)
    .selectAll()
    .execute()
  const callers = []
  for (const role of roles) {
    const site = pick(remaining)
    callers.push({ role, site, as: await app.signIn({ site: { ...site, timeZone: '' }, role: role.name }) })
  }
  for (const caller of callers) {
    const within = remaining.filter(({ path }) => path.startsWith(caller.site.path))
    const mayList = ({ access }: Endpoint) =>
      permits({ priority: caller.role.priority, isAtRoot: false }, access as PermissionKey)
    const overview = mayList(sites.overview)
      ? (await call(sites.overview, { query: { SiteIds: within.map(({ id }) => id) } }, { as: caller.as }))
          .data
      : undefined
    for (const { name, endpoint, query } of lists) {
      if (!mayList(endpoint)) continue
      const about = `${name} for a ${caller.role.name}, ${shown}`
      const list = async (SiteId: string, more: object): Promise<Listed> => {
        const asked = { query: { ...query, SiteId, PageSize: 200, ...more } }
        const { status, data, text } = await call<Endpoint>(endpoint, asked as never, { as: caller.as })
        expect(status, text).toBe(200)
        return data as Listed // a page of rows
      }
      const idsOf = async (siteId: string, more = {}) =>
        (await list(siteId, more)).Items.map(({ Id }) => Id).toSorted()
      for (const { id } of within) {
        const all = await idsOf(id)
        expect((await list(id, { CountOnly: true })).Total, about).toBe(all.length)
        const row = overview?.find(({ Id }) => Id === id)
        if (overview && row?.[name] !== undefined) expect(row[name], about).toBe(all.length)
        const parts = [await idsOf(id, { IncludeSubSites: false })]
        for (const child of within) if (child.parent_id === id) parts.push(await idsOf(child.id))
        expect(parts.flat().toSorted(), about).toEqual(all)
      }
    }
  }
}
