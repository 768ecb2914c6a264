import { groups } from '@eot/contract/device-groups'
import { type SubscriptionInput, subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { type AlertTypeKey, findAlertType } from '@eot/contract/vocabulary'
import { weekdayFields } from '@eot/contract/weekdays'
import type { z } from 'zod'
import type { Portal, Visit } from './visit.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Input = z.input<typeof SubscriptionInput>

interface Planned extends Omit<Input, 'Name' | 'Site' | 'AlertTypes'> {
  /** Omitted: all. */
  types?: readonly AlertTypeKey[]
  lists?: readonly string[]
  users?: readonly string[]
  remindLists?: readonly string[]
  remindUsers?: readonly string[]
}

const everyDay = Object.fromEntries(weekdayFields.map((day) => [day, true]))

async function subscribe(portal: Portal, Name: string, place: string, planned: Planned) {
  const { types, lists: listNames = [], users = [], remindLists = [], remindUsers = [], ...fields } = planned
  const listIds = async (names: readonly string[]) => {
    const all = (await portal.ask(lists.list, { query: {} })).Items ?? []
    return all.filter((list) => names.includes(list.Name)).map(({ Id }) => Id)
  }
  await portal.ask(subscriptions.create, {
    body: {
      ...fields,
      Name,
      Site: await portal.site(place),
      AlertTypes: types?.flatMap((key) => findAlertType(key)?.Id ?? []) ?? 'All',
      Lists: await listIds(listNames),
      Users: await portal.users(...users),
      RemindLists: await listIds(remindLists),
      RemindUsers: await portal.users(...remindUsers),
    },
  })
}

async function groupIds({ ask }: Portal, name: string): Promise<string[]> {
  const { Items = [] } = await ask(groups.list, { query: { search: name } })
  return Items.map(({ Id }) => Id)
}

/** The subscriptions of Northfield Schools. */
export const subscriptionVisits: readonly Visit[] = [
  {
    agoMs: 40 * dayMs + 2 * hourMs,
    who: 'Dana Whitfield',
    async does(portal) {
      const place = 'Northfield Schools'
      await subscribe(portal, 'Restrooms, school hours', place, {
        Type: 'Groups',
        Groups: await groupIds(portal, 'All restrooms'),
        types: ['Vape', 'Aggression', 'Tamper'],
        lists: ['Campus directors'],
        users: ['Priya Raman'],
        RemindAfter: 10,
        remindUsers: ['Dana Whitfield'],
      })
      await subscribe(portal, 'Dangerous gas, always', place, {
        Devices: 'All',
        types: ['CO', 'Gas', 'NO2'],
        StartTime: 0,
        EndTime: 24,
        ...everyDay,
        lists: ['Campus directors'],
        users: ['Dana Whitfield'],
        RemindAfter: 5,
        remindLists: ['Evenings and weekends'],
      })
      await subscribe(portal, 'Sensors that stop talking', place, {
        Devices: 'All',
        Events: ['DeviceOffline', 'DeviceOnline'],
        StartTime: 6,
        EndTime: 22,
        ...everyDay,
        users: ['Dana Whitfield'],
      })
      await subscribe(portal, 'High school at night', place, {
        Type: 'Sites',
        Sites: [await portal.site('Northfield High School')],
        types: ['Tamper', 'Motion'],
        Events: ['AlertStarted', 'AlertEnded'],
        StartTime: 20,
        EndTime: 6,
        ...everyDay,
        lists: ['Evenings and weekends'],
      })
      await subscribe(portal, 'Bus hall, cold start', place, {
        Devices: await portal.devices('Transport Depot', /Bus Hall|Workshop/),
        types: ['TemperatureLow'],
        StartTime: 5,
        EndTime: 7,
        users: ['Luis Ortega'],
      })
    },
  },
  {
    agoMs: 31 * dayMs,
    who: 'Marcus Bell',
    async does(portal) {
      await subscribe(portal, 'Stuffy classrooms', 'North Campus', {
        Devices: await portal.devices('North Campus', /^Room /),
        types: ['ECO2', 'TVOC'],
        StartTime: 8,
        EndTime: 16,
        users: ['Marcus Bell'],
      })
    },
  },
  {
    agoMs: 15 * dayMs,
    who: 'Grace Okafor',
    async does(portal) {
      await subscribe(portal, 'Summer program', 'River Campus', {
        Type: 'Sites',
        Sites: [await portal.site('Riverside Middle School')],
        StartTime: 8,
        EndTime: 14,
        users: ['Tom Lindgren', 'Grace Okafor'],
        IsActive: false,
      })
    },
  },
  {
    agoMs: 2 * dayMs + 2 * hourMs,
    who: 'Hannah Nowak',
    async does(portal) {
      // A tournament.
      const until = new Date(Math.ceil((portal.at.getTime() + 5 * dayMs) / hourMs) * hourMs)
      await subscribe(portal, 'Gym noise after lessons', 'Lakeshore Campus', {
        Devices: await portal.devices('Lakeshore High School', /^Gym$/),
        types: ['Noise', 'Sound'],
        StartTime: 15.5,
        EndTime: 21,
        users: ['Hannah Nowak'],
        PausedUntil: until.toISOString(),
      })
    },
  },
]
