/** Decides independently, in a few lines, who must be told, without the program's rules, queries or zone arithmetic. */
export interface OracleSite {
  path: string
  timeZone: string
}

export interface OracleUser {
  id: string
  sitePath: string
  isReachable: boolean
  /** The channels on which the person wants to be notified. */
  channels: Set<string>
}

export interface OracleSubscription {
  sitePath: string
  isActive: boolean
  pausedUntil: number
  isAll: boolean
  deviceIds: Set<string>
  groups: Set<string>[]
  sitePaths: string[]
  userIds: Set<string>
  lists: { sitePath: string; isActive: boolean; userIds: Set<string> }[]
  types: Set<string> | null
  events: Set<string>
  startHour: number
  endHour: number
  weekdays: boolean[]
}

export interface OracleEvent {
  kind: string
  /** null: about a device. */
  type: string | null
  alertId: string | null
  deviceId: string
  site: OracleSite
  at: number
  storedAt: number
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function isOpen({ startHour, endHour, weekdays }: OracleSubscription, at: number, timeZone: string): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const hour = Number(part('hour')) + Number(part('minute')) / 60 + Number(part('second')) / 3600
  const today = days.indexOf(part('weekday'))
  const [isToday, wasYesterday] = [weekdays[today], weekdays[(today + 6) % 7]]
  if (startHour === endHour) return isToday === true
  if (startHour < endHour) return isToday === true && hour >= startHour && hour < endHour
  return (isToday === true && hour >= startHour) || (wasYesterday === true && hour < endHour)
}

export function notifyOracle(users: ReadonlyMap<string, OracleUser>, rules: readonly OracleSubscription[]) {
  /** By alert: who was told of its start on which channels, and of which other events each wants to be notified. */
  const started = new Map<string, Map<string, { channels: string[]; more: Set<string> }>>()
  const mayBeTold = (id: string, path: string) => {
    const user = users.get(id)
    return user?.isReachable === true && path.startsWith(user.sitePath)
  }
  const cares = (rule: OracleSubscription, event: OracleEvent) =>
    rule.isActive &&
    rule.pausedUntil <= event.storedAt &&
    event.site.path.startsWith(rule.sitePath) &&
    (rule.isAll ||
      rule.deviceIds.has(event.deviceId) ||
      rule.groups.some((group) => group.has(event.deviceId)) ||
      rule.sitePaths.some((path) => event.site.path.startsWith(path))) &&
    (event.type === null || rule.types === null || rule.types.has(event.type)) &&
    isOpen(rule, event.at, event.site.timeZone)

  const on = (id: string) => [...(users.get(id)?.channels ?? [])]

  /** Returns pairs of a user and a channel. `isOver`: whether the alert ends before it could be sent. */
  return function receivers(event: OracleEvent, isOver: boolean): string[] {
    if (event.kind === 'AlertStarted' && isOver && event.storedAt - event.at > 15 * 60_000) return []
    const told = new Set<string>()
    const wants = new Map<string, Set<string>>()
    if (event.kind === 'AlertEnded' || event.kind === 'AlertConfirmed') {
      const before = started.get(event.alertId ?? '') ?? new Map()
      return [...before].flatMap(([id, { channels, more }]) =>
        more.has(event.kind) && mayBeTold(id, event.site.path)
          ? on(id).flatMap((channel) => (channels.includes(channel) ? `${id} ${channel}` : []))
          : [],
      )
    }
    for (const rule of rules) {
      if (!cares(rule, event)) continue
      const isBelow = (path: string | undefined) => path?.startsWith(rule.sitePath) === true
      const people = new Set([...rule.userIds].filter((id) => isBelow(users.get(id)?.sitePath)))
      for (const list of rule.lists)
        if (list.isActive && isBelow(list.sitePath)) for (const id of list.userIds) people.add(id)
      for (const id of people) {
        if (!mayBeTold(id, event.site.path)) continue
        wants.set(id, new Set([...(wants.get(id) ?? []), ...rule.events]))
        if (rule.events.has(event.kind)) told.add(id)
      }
    }
    if (event.kind === 'AlertStarted' && event.alertId !== null)
      started.set(
        event.alertId,
        new Map([...told].map((id) => [id, { channels: on(id), more: wants.get(id) ?? new Set() }])),
      )
    return [...told].flatMap((id) => on(id).map((channel) => `${id} ${channel}`))
  }
}
