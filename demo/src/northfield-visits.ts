import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import { subscriptionVisits } from './northfield-subscriptions.ts'
import { webhookVisits } from './northfield-webhooks.ts'
import type { PlannedOutage } from './past-outages.ts'
import { administrator, type Portal, type Visit } from './visit.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const dana = 'Dana Whitfield'
const marcus = 'Marcus Bell'
const grace = 'Grace Okafor'
const hannah = 'Hannah Nowak'

/** Returns the time `ms` after `at`, rounded down to the full hour. */
const after = (at: Date, ms: number) =>
  new Date(Math.floor((at.getTime() + ms) / hourMs) * hourMs).toISOString()

async function addGroup({ ask, site, devices: find }: Portal, Name: string, place: string, which: RegExp) {
  await ask(groups.create, {
    body: { Name, Site: await site(place), Devices: await find(place, which) },
  })
}

async function addList({ ask, site, users: find }: Portal, Name: string, ...names: string[]) {
  await ask(lists.create, {
    body: { Name, Site: await site('Northfield Schools'), Users: await find(...names) },
  })
}

/** Spare sensors and two corrections, as a person would type them, with an invalid address and an unknown site. */
const spareSensors = `Name,Mac,Site,Model,Active
Spare Sensor 1,A4:CF:12:5A:10:01,District Office,EoT Sense 17,no
Spare Sensor 2,A4:CF:12:5A:10:02,District Office,EoT Sense 17,no
Spare Sensor 3,A4:CF:12:5A:10:03,District Office,EoT Air,no
Spare Sensor 4,A4:CF:12:5A:10:0G,District Office,EoT Air,no
Loan Sensor,A4:CF:12:5A:10:05,Westfield School,EoT Climate,no
`

/** A fictional phone number, with text messages turned on. */
const textsTo = (PhoneNumber: string) => ({ PhoneNumber, TextEnabled: true })

/** People who changed nothing. */
const onlyLooked = [
  ['Elena Fischer', 2 * dayMs + 5 * hourMs],
  ['Luis Ortega', 3 * dayMs + hourMs],
  [marcus, 20 * hourMs],
  ['Tom Lindgren', 27 * hourMs],
  [hannah, 4 * hourMs],
  ['Priya Raman', 2 * hourMs],
] as const

/** What the people of Northfield Schools did in the portal in the last weeks. */
export const northfieldVisits: readonly Visit[] = [
  ...onlyLooked.map(([who, agoMs]) => ({ who, agoMs, does: async () => undefined })),
  ...subscriptionVisits,
  ...webhookVisits,
  {
    agoMs: 74 * dayMs,
    who: dana,
    async does(portal) {
      await addGroup(portal, 'All restrooms', 'Northfield Schools', /restroom|washroom/i)
      await addGroup(portal, 'Gyms and sports halls', 'Northfield Schools', /gym|sports hall/i)
      await addGroup(portal, 'Science rooms', 'Science Wing', /lab|physics/i)
      await addList(portal, 'Campus directors', 'Marcus Bell', 'Grace Okafor', 'Hannah Nowak')
      await addList(portal, 'Evenings and weekends', 'Luis Ortega', 'Tom Lindgren')
    },
  },
  {
    agoMs: 58 * dayMs + 3 * hourMs,
    who: marcus,
    async does(portal) {
      await addGroup(portal, 'Hallways', 'North Campus', /hallway/i)
      const [id = ''] = await portal.devices('Oakridge Elementary School', /^Restroom$/)
      await portal.ask(devices.update, { params: { id }, body: { Name: 'Restroom, ground floor' } })
    },
  },
  {
    agoMs: 41 * dayMs + 5 * hourMs,
    who: dana,
    async does({ ask, site }) {
      // Older boilers make these rooms warm, which needs no alert.
      await ask(rules.changeSite, {
        params: { id: await site('Transport Depot') },
        body: { Rules: { Temperature: { RaiseLevel: 34, ClearLevel: 32 } } },
      })
    },
  },
  {
    agoMs: 33 * dayMs + 2 * hourMs,
    who: hannah,
    async does({ ask, devices: find }) {
      const [id = ''] = await find('Lakeshore Campus', /^Library$/)
      await ask(devices.update, { params: { id }, body: { Name: 'Library, ground floor' } })
      await ask(rules.changeDevice, {
        params: { id },
        body: { Rules: { Noise: { RaiseLevel: 68 } } },
      })
    },
  },
  {
    agoMs: 24 * dayMs,
    who: administrator,
    async does({ ask, at, site }) {
      await ask(systemMessages.create, {
        body: {
          Title: 'Heating is serviced on all campuses',
          Description:
            'Rooms may be cooler than usual for two days. Low temperature alerts can be confirmed as real.',
          Severity: 'Info',
          Sites: [await site('Northfield Schools')],
          StartAt: after(at, 0),
          EndAt: after(at, 2 * dayMs),
        },
      })
    },
  },
  {
    agoMs: 19 * dayMs + 4 * hourMs,
    who: dana,
    async does({ ask, site, users: find }) {
      const [tom = '', luis = ''] = await find('Tom Lindgren', 'Luis Ortega')
      await ask(users.update, { params: { id: tom }, body: { UserTitle: 'Head Custodian' } })
      await ask(users.update, { params: { id: luis }, body: textsTo('+1 507 555 0164') })
      const [director = '', other = ''] = await find(marcus, grace)
      await ask(users.update, { params: { id: director }, body: textsTo('+1 507 555 0131') })
      await ask(users.update, { params: { id: other }, body: textsTo('+1 507 555 0147') })
      await ask(sites.update, {
        params: { id: await site('Oakridge Elementary School') },
        body: { Address: '62 Oakridge Road', City: 'Dundas', Zip: '55019' },
      })
    },
  },
  {
    agoMs: 12 * dayMs + 6 * hourMs,
    who: grace,
    async does(portal) {
      await addGroup(portal, 'Arts academy', 'River Arts Academy', /./)
      const [id = ''] = await portal.devices('River Arts Academy', /^Music Room$/)
      // Rehearsals are loud.
      await portal.ask(rules.changeDevice, {
        params: { id },
        body: { Rules: { Noise: { RaiseLevel: 92, ClearLevel: 88 } } },
      })
    },
  },
  {
    agoMs: 8 * dayMs + hourMs,
    who: dana,
    async does({ ask, users: find }) {
      const { Items: [evenings] = [] } = await ask(lists.list, { query: { search: 'Evenings' } })
      const Users = await find('Luis Ortega', 'Tom Lindgren', 'Priya Raman')
      await ask(lists.update, { params: { id: evenings?.Id ?? '' }, body: { Users } })
    },
  },
  {
    agoMs: 3 * dayMs + 2 * hourMs,
    who: dana,
    does: ({ importDevices }) => importDevices('spare-sensors.csv', spareSensors),
  },
  {
    agoMs: 26 * hourMs,
    who: administrator,
    async does({ ask, at, site, role }) {
      await ask(systemMessages.create, {
        body: {
          Title: 'Sensor update on Saturday night',
          Description:
            'Each device will be offline for a few minutes between 10 and 11 PM. You do not need to do anything.',
          Severity: 'Caution',
          Sites: [await site('Northfield Schools')],
          StartAt: after(at, 0),
          EndAt: after(at, 5 * dayMs),
        },
      })
      await ask(systemMessages.create, {
        body: {
          Title: 'Fire drill at all schools',
          Description: 'Sound and aggression alerts during the drill are expected.',
          Severity: 'Caution',
          Sites: [await site('Northfield Schools')],
          UserRoles: [await role('Site Manager'), await role('Site Staff')],
          StartAt: after(at, 6 * dayMs),
          EndAt: after(at, 6 * dayMs + 3 * hourMs),
        },
      })
    },
  },
  {
    agoMs: 5 * hourMs,
    who: administrator,
    async does({ ask, at, site }) {
      await ask(systemMessages.create, {
        body: {
          Title: 'Parking is closed on Friday',
          Severity: 'Info',
          Sites: [await site('North Campus')],
          StartAt: after(at, 3 * dayMs),
          EndAt: after(at, 4 * dayMs),
          IsActive: false,
        },
      })
    },
  },
]

/** A power cut, and a night on which the network of a campus was replaced. */
export const northfieldOutages: readonly PlannedOutage[] = [
  { site: 'Riverside Middle School', agoMs: 16 * dayMs + 7 * hourMs, forMs: 0.8 * hourMs },
  { site: 'Lakeshore High School', agoMs: 5 * dayMs + 13 * hourMs, forMs: 2.1 * hourMs },
]
