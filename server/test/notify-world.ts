import type { MadeDevice, MadeSite, MadeUser } from './factories.ts'
import { notifyFleet } from './notify-fleet.ts'
import { notifyMails } from './notify-mails.ts'
import { notifyOracle, type OracleEvent, type OracleSubscription, type OracleUser } from './notify-oracle.ts'

const minute = 60_000
const kinds = ['AlertStarted', 'AlertEnded', 'AlertConfirmed', 'DeviceOffline', 'DeviceOnline'] as const
const types = ['Vape', 'CO', 'Sound'] as const

interface OpenAlert {
  id: string
  type: string
  device: MadeDevice
  site: MadeSite
}

/** Returns a generator with the same numbers for the same seed, from 0 (included) to 1 (excluded). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Simulates a random fleet in four zones with people, lists, groups and subscriptions. Random events happen in rounds; after
 * each, all messages are delivered, and then something about the people or lists changes. Returns who was told and the result
 * of the oracle.
 */
export async function runNotifyWorld({
  seed,
  startMs,
  rounds,
  users: userCount,
  subscriptions,
}: {
  seed: number
  startMs: number
  rounds: number
  users: number
  subscriptions: number
}): Promise<{ told: string[]; expected: string[]; emails: number; texts: number }> {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const some = <T>(all: readonly T[], share: number) => all.filter(() => random() < share)
  const one = <T>(all: readonly T[]): T => {
    const found = all[below(all.length)]
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }

  const fleet = await notifyFleet(startMs)
  const { append, db, make, time, subscribe } = fleet
  const mails = await notifyMails(fleet)
  const top = await make.site({ name: 'Top', time_zone: 'America/Chicago' })
  const sites: MadeSite[] = [top]
  for (const time_zone of ['America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns']) {
    const school = await make.site({ parent: top, time_zone })
    sites.push(school, await make.site({ parent: school, time_zone }))
  }
  const devices: MadeDevice[] = []
  for (const site of sites) devices.push(await make.device({ site }), await make.device({ site }))
  const made: MadeUser[] = []
  for (let n = 0; n < userCount; n++)
    made.push(
      await make.user({
        site: random() < 0.7 ? top : one(sites),
        full_name: `User ${n}`,
        phone_number: `+1507555${1000 + n}`,
      }),
    )
  const users = new Map<string, OracleUser>(
    made.map(({ id, site }) => [
      id,
      { id, sitePath: site.path, isReachable: true, channels: new Set(['Email']) },
    ]),
  )
  const lists: { id: string; sitePath: string; isActive: boolean; userIds: Set<string> }[] = []
  const groups: { id: string; deviceIds: Set<string> }[] = []
  for (let n = 0; n < 4; n++) {
    const list = await make.userList({ site: top })
    const people = some(made, 0.4)
    lists.push({
      id: list.id,
      sitePath: top.path,
      isActive: true,
      userIds: new Set(people.map(({ id }) => id)),
    })
    for (const { id } of people)
      await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: id }).execute()
    const group = await make.deviceGroup({ site: top })
    const members = some(devices, 0.3)
    groups.push({ id: group.id, deviceIds: new Set(members.map(({ id }) => id)) })
    for (const { id } of members)
      await db
        .insertInto('device_group_device')
        .values({ device_group_id: group.id, device_id: id })
        .execute()
  }
  const rules: OracleSubscription[] = []
  for (let n = 0; n < subscriptions; n++) {
    const isAll = random() < 0.4
    const targets = isAll
      ? {}
      : { devices: some(devices, 0.2), groups: some(groups, 0.3), sites: some(sites, 0.2) }
    const site = random() < 0.7 ? top : one(sites)
    const [people, named] = [some(made, 0.5), some(lists, 0.4)]
    const hour = below(96) / 4
    const terms = {
      is_active: random() < 0.9,
      paused_until: random() < 0.1 ? new Date(startMs + below(48) * 60 * minute) : null,
      alert_types: random() < 0.5 ? null : [one(types), one(types)],
      events: some(kinds, 0.5),
      start_hour: hour,
      end_hour: random() < 0.3 ? hour : below(97) / 4,
      weekdays: Array.from({ length: 7 }, (_, day) => day === 0 || random() < 0.7),
    }
    if (terms.events.length === 0) terms.events.push(one(kinds))
    await subscribe({ site, users: people, lists: named, ...targets, ...terms })
    rules.push({
      sitePath: site.path,
      isActive: terms.is_active,
      pausedUntil: terms.paused_until?.getTime() ?? 0,
      isAll,
      deviceIds: new Set(targets.devices?.map(({ id }) => id)),
      groups: targets.groups?.map(({ deviceIds }) => deviceIds) ?? [],
      sitePaths: targets.sites?.map(({ path }) => path) ?? [],
      userIds: new Set(people.map(({ id }) => id)),
      lists: named,
      types: terms.alert_types && new Set(terms.alert_types),
      events: new Set(terms.events),
      startHour: terms.start_hour,
      endHour: terms.end_hour,
      weekdays: terms.weekdays,
    })
  }

  const receivers = notifyOracle(users, rules)
  const open = new Map<string, OpenAlert>()
  const expected: string[] = []
  let seq = 0

  async function happen(): Promise<OracleEvent> {
    const at = time.now - below(20) * minute
    const kind = one([...kinds, 'AlertStarted', 'AlertEnded'] as const)
    const device = one(devices)
    const type = one(types)
    const alert = open.size > 0 ? one([...open.values()]) : undefined
    if (kind === 'AlertStarted' || (kind.startsWith('Alert') && !alert)) {
      const key = `${device.id} ${type}`
      const known = open.get(key)
      if (known) return about('AlertConfirmed', known, at)
      const { id } = await make.alert({ device, type, started_at: new Date(at), ended_at: null })
      const started = { id, type, device, site: device.site ?? top }
      open.set(key, started)
      return about('AlertStarted', started, at)
    }
    if (!kind.startsWith('Alert') || !alert) {
      const site = device.site ?? top
      return { kind, type: null, alertId: null, deviceId: device.id, site, at, storedAt: time.now }
    }
    if (kind === 'AlertEnded') {
      open.delete(`${alert.device.id} ${alert.type}`)
      const endedAt = new Date(time.now + 1000)
      await db.updateTable('alert').set({ ended_at: endedAt }).where('id', '=', alert.id).execute()
    }
    return about(kind, alert, at)
  }

  const about = (kind: string, { id, type, device, site }: OpenAlert, at: number): OracleEvent => ({
    kind,
    type,
    alertId: id,
    deviceId: device.id,
    site,
    at,
    storedAt: time.now,
  })

  /** Changes the rules of who is told from now on. */
  async function change(): Promise<void> {
    const user = one(made)
    const known = users.get(user.id)
    const list = one(lists)
    if (random() < 0.3 && known) {
      known.isReachable = !known.isReachable
      await db
        .updateTable('app_user')
        .set({ notifications_enabled: known.isReachable })
        .where('id', '=', user.id)
        .execute()
    } else if (random() < 0.4 && known) {
      known.channels = new Set(one([['Email'], ['Text'], ['Email', 'Text'], []]))
      await db
        .updateTable('app_user')
        .set({ email_enabled: known.channels.has('Email'), text_enabled: known.channels.has('Text') })
        .where('id', '=', user.id)
        .execute()
    } else if (random() < 0.2) {
      list.isActive = !list.isActive
      await db.updateTable('user_list').set({ is_active: list.isActive }).where('id', '=', list.id).execute()
    } else if (list.userIds.delete(user.id)) {
      await db
        .deleteFrom('user_list_user')
        .where('user_list_id', '=', list.id)
        .where('user_id', '=', user.id)
        .execute()
    } else {
      list.userIds.add(user.id)
      await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: user.id }).execute()
    }
  }

  for (let round = 0; round < rounds; round++) {
    const events: OracleEvent[] = []
    for (let n = 1 + below(3); n > 0; n--) events.push(await happen())
    const ended = new Set(events.filter(({ kind }) => kind === 'AlertEnded').map(({ alertId }) => alertId))
    for (const event of events) {
      seq += 1
      for (const receiver of receivers(event, ended.has(event.alertId))) expected.push(`${seq} ${receiver}`)
    }
    await append(
      events.map((event) => ({
        kind: event.kind as 'AlertStarted', // one of the kinds above, with or without an alert
        at: new Date(event.at),
        sitePath: event.site.path,
        deviceId: event.deviceId,
        alertId: event.alertId ?? (null as never), // as above
      })),
    )
    await mails.run()
    await mails.wait(12 * 60, 4 * 60)
    await change()
    time.now += below(180) * minute
  }
  const rows = await db
    .selectFrom('notification')
    .innerJoin('message', 'message.id', 'notification.message_id')
    .where('notification.status', '=', 'told')
    .where('message.status', '=', 'sent')
    .select(['event_seq', 'notification.user_id', 'notification.channel'])
    .execute()
  return {
    told: rows.map(({ event_seq, user_id, channel }) => `${event_seq} ${user_id} ${channel}`).sort(),
    expected: expected.sort(),
    emails: mails.sink.received.length,
    texts: mails.textSink.received.length,
  }
}
