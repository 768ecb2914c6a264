import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect } from 'vitest'
import { seededDice } from './hostile-packets.ts'
import { sendSamples } from './send-samples.ts'
import type { TestApp } from './test-app.ts'

/** Each row is a fault: a record that is orphaned, below itself, or in an inconsistent place. */
const faultsOf = {
  'sites whose path is not that of their parent plus their id, which rules out cycles': `
    select s.id from site s left join site parent on parent.id = s.parent_id
    where s.path <> coalesce(parent.path, '') || s.id || '/'
      or s.time_zone <> coalesce(s.own_time_zone, parent.time_zone)`,
  'open alerts of devices that are gone, elsewhere or inactive': `
    select a.id from alert a left join device d on d.id = a.device_id left join site s on s.id = d.site_id
    where a.ended_at is null and (s.path is distinct from a.site_path or not d.is_active
      or exists (select from site above where starts_with(s.path, above.path) and not above.is_active))`,
  'members of groups at other sites': `
    select m.device_id from device_group_device m join device_group g on g.id = m.device_group_id
      join site home on home.id = g.site_id join device d on d.id = m.device_id left join site s on s.id = d.site_id
    where s.path is null or not starts_with(s.path, home.path)`,
  'sites and devices that are deleted and still there': `
    select id from site join former_site using (id) union all select id from device join former_device using (id)`,
}

const pairs = 10
let count = 0

/**
 * Runs ten random pairs of concurrent writes to the sites, devices, groups and users of a new district. No response is 5xx, as
 * after a deadlock, and no pair leaves a fault.
 */
export async function runTreeWrites(app: TestApp, seed: number): Promise<void> {
  const { call, ingest, make, pool } = app
  const dice = seededDice(seed)
  const district = await make.site({ own_time_zone: 'UTC', time_zone: 'UTC' })
  const as = await app.signIn({ site: district })
  const top = await make.site({ parent: district })
  const known = {
    sites: [district, top] as { id: string; name: string }[],
    devices: [] as { id: string; mac: string }[],
    groups: [] as { id: string }[],
    users: [] as { id: string }[],
  }
  /** Adds a school with a device, a user and a group. Both writes of a pair choose its records half of the time. */
  async function addSchool() {
    const site = await make.site({ parent: district })
    known.sites.push(site)
    known.devices.push(await make.device({ site }))
    known.users.push(await make.user({ site, role: 'Viewer' }))
    known.groups.push(await make.deviceGroup({ site }))
  }
  for (let n = 0; n < 3; n++) await addSchool()
  const viewer = await app.db
    .selectFrom('role')
    .where('name', '=', 'Viewer')
    .select('id')
    .executeTakeFirstOrThrow()
  // The lists are never empty.
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T
  const pickOften = <T>(list: readonly T[]): T => (dice(2) === 0 ? (list.at(-1) as T) : pick(list))
  const someSite = () => pickOften(known.sites).id
  const params = (id: string) => ({ params: { id } })

  const writes: Record<string, () => () => Promise<{ status: number }>> = {
    'create a site': () => {
      const body = { Name: `Added ${++count}`, ParentSite: someSite() }
      return async () => {
        const made = await call(sites.create, { body }, { as })
        if (made.status === 201) known.sites.unshift({ id: made.data.Id, name: made.data.Name })
        return made
      }
    },
    'move a site': () => {
      const body = { SiteIds: [someSite()], ParentSite: someSite() }
      return () => call(sites.move, { body }, { as })
    },
    'change a site': () => {
      const [id, body] = [someSite(), { ParentSite: someSite(), TimeZone: pick(['Asia/Tokyo', 'UTC']) }]
      return () => call(sites.update, { ...params(id), body }, { as })
    },
    'switch a site': () => {
      const [id, IsActive] = [someSite(), dice(2) === 0]
      return () => call(sites.update, { ...params(id), body: { IsActive } }, { as })
    },
    'delete a site': () => {
      const { id, name: Name } = pickOften(known.sites)
      return () => call(sites.remove, { ...params(id), query: { Name } }, { as })
    },
    'create a device': () => {
      const Mac = `06:01:00:00:${hex(count >> 8)}:${hex(count++ & 255)}`
      const body = { Name: 'Room', Mac, SiteId: someSite() }
      return async () => {
        const made = await call(devices.create, { body }, { as })
        if (made.status === 201) known.devices.unshift({ id: made.data.Id, mac: made.data.Mac })
        return made
      }
    },
    'move a device': () => {
      const [{ id }, SiteId] = [pickOften(known.devices), someSite()]
      return () => call(devices.update, { ...params(id), body: { SiteId } }, { as })
    },
    'switch a device': () => {
      const [{ id }, IsActive] = [pickOften(known.devices), dice(2) === 0]
      return () => call(devices.update, { ...params(id), body: { IsActive } }, { as })
    },
    'delete a device': () => {
      const { id } = pickOften(known.devices)
      return () => call(devices.remove, params(id), { as })
    },
    'report a high value': () => {
      const { mac } = pickOften(known.devices)
      return async () => {
        if (!(await ingest.intake.directory.findByMac(mac))) return { status: 401 }
        const gone = (error: { code: string }) => ({
          status: error.code === 'invalid_device_key' ? 401 : 500,
        })
        return sendSamples(ingest, mac, [{ readings: { vape: 80 } }]).then(() => ({ status: 202 }), gone)
      }
    },
    'put a device into a group': () => {
      const [id, Devices] = [pickOften(known.groups).id, [pickOften(known.devices).id]]
      return () => call(groups.update, { ...params(id), body: { Devices } }, { as })
    },
    'delete a group': () => {
      const id = pickOften(known.groups).id
      return () => call(groups.remove, params(id), { as })
    },
    'create a group': () => {
      const body = { Name: `Group ${++count}`, Site: someSite(), Devices: [] }
      return async () => {
        const made = await call(groups.create, { body }, { as })
        if (made.status === 201) known.groups.unshift({ id: made.data.Id })
        return made
      }
    },
    'invite a user': () => {
      const body = {
        FullName: 'Ann',
        Email: `u${++count}s${seed}@example.org`,
        UserRole: viewer.id,
        Site: someSite(),
      }
      return async () => {
        const made = await call(users.create, { body }, { as })
        if (made.status === 201) known.users.unshift({ id: made.data.Id })
        return made
      }
    },
    'move a user': () => {
      const [id, Site] = [pickOften(known.users).id, someSite()]
      return () => call(users.update, { ...params(id), body: { Site } }, { as })
    },
    'delete a user': () => {
      const id = pickOften(known.users).id
      return () => call(users.delete, params(id), { as })
    },
  }
  const names = Object.keys(writes)
  const changesOfTheTree = names.filter((name) => / a site$/.test(name))
  const expected = [200, 201, 202, 204, 400, 401, 404, 409, 429]
  const done: string[] = []
  for (let pair = 0; pair < pairs; pair++) {
    await addSchool()
    const chosen = [pick(changesOfTheTree), pick(names)]
    done.push(chosen.join(' + '))
    const shown = `SEED=${seed}, pair ${pair}: ${done.slice(-3).join(', ')}`
    const begin = chosen.map((name) => writes[name]?.())
    const answers = await Promise.all(begin.map((run) => run?.()))
    for (const answer of answers)
      expect(expected, `${shown} ${JSON.stringify(answer)}`).toContain(answer?.status)
    for (const [fault, text] of Object.entries(faultsOf))
      expect((await pool.query(text)).rows, `${fault}: ${shown}`).toEqual([])
  }
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
