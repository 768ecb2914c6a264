import type { Language } from '@eot/contract/languages'
import type { RoleName } from '@eot/contract/permissions'
import type { RoomSpec, RoomType } from '@eot/fleet/room-types'

/** A site of the demo. Omitted address fields and time zone are inherited from the parent. */
export interface DemoSite {
  readonly name: string
  readonly organizationType: 'District' | 'Campus' | 'School' | 'Building' | 'Office' | 'Depot'
  readonly address?: string
  readonly city?: string
  readonly state?: string
  readonly zip?: string
  readonly country?: string
  readonly timeZone?: string
  readonly rooms?: readonly DemoRoom[]
  readonly people?: readonly DemoPerson[]
  readonly sites?: readonly DemoSite[]
}

/** Device name, room type, the model if it is not the default for the room type, and constant sensor errors. */
export type DemoRoom = readonly [
  name: string,
  roomType: RoomType,
  model?: Model | undefined,
  offsets?: RoomSpec['offsets'],
]

export interface DemoPerson {
  readonly name: string
  readonly role: RoleName
  readonly title: string
  /** Default: that of the site. */
  readonly language?: Language
}

export type Model = 'EoT Sense 17' | 'EoT Air' | 'EoT Climate'

const usualModel: Readonly<Record<RoomType, Model>> = {
  restroom: 'EoT Sense 17',
  corridor: 'EoT Sense 17',
  gym: 'EoT Sense 17',
  cafeteria: 'EoT Sense 17',
  depot: 'EoT Sense 17',
  classroom: 'EoT Air',
  library: 'EoT Air',
  office: 'EoT Climate',
}

export type Place = Required<Pick<DemoSite, 'address' | 'city' | 'state' | 'zip' | 'country' | 'timeZone'>>

/** A site to create, after its parent. */
export interface PlannedSite extends Place {
  readonly name: string
  readonly organizationType: string
  /** Index of the parent in the list; null if directly below the root. */
  readonly parent: number | null
  /** 1 directly below the root. */
  readonly level: number
  readonly devices: readonly PlannedDevice[]
  readonly people: readonly PlannedPerson[]
}

export interface PlannedDevice extends RoomSpec {
  readonly mac: string
  readonly name: string
  readonly model: Model
}

export interface PlannedPerson extends DemoPerson {
  readonly email: string
}

const nowhere: Place = { address: '', city: '', state: '', zip: '', country: '', timeZone: 'UTC' }

/** Lists the sites, each after its parent. MAC addresses and seeds of devices are derived from the order. */
export function planOrganization(top: DemoSite, emailDomain: string): PlannedSite[] {
  const planned: PlannedSite[] = []
  let deviceNumber = 0

  const planDevice = ([name, roomType, model, offsets]: DemoRoom, timeZone: string): PlannedDevice => {
    deviceNumber += 1
    return {
      mac: macOf(deviceNumber),
      name,
      roomType,
      timeZone,
      model: model ?? usualModel[roomType],
      seed: deviceNumber * 101,
      ...(offsets && { offsets }),
    }
  }
  const plan = (site: DemoSite, parent: number | null, level: number, inherited: Place) => {
    const { rooms = [], people = [], sites = [], name, organizationType, ...own } = site
    const place = { ...inherited, ...own }
    const index = planned.length
    planned.push({
      ...place,
      name,
      organizationType,
      parent,
      level,
      devices: rooms.map((room) => planDevice(room, place.timeZone)),
      people: people.map((person) => ({ ...person, email: emailOf(person.name, emailDomain) })),
    })
    for (const below of sites) plan(below, index, level + 1, place)
  }
  plan(top, null, 1, nowhere)
  return planned
}

function macOf(number: number): string {
  const digits = number.toString(16).toUpperCase().padStart(4, '0')
  return `A4:CF:12:4E:${digits.slice(0, 2)}:${digits.slice(2)}`
}

function emailOf(name: string, domain: string): string {
  return `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${domain}`
}
