import { roles } from '@eot/contract/permissions'
import { isMac } from '@eot/fleet/identity'
import { roomTypeNames } from '@eot/fleet/room-types'
import { expect, test } from 'vitest'
import { emailDomain, northfieldSchools } from './northfield-schools.ts'
import { type DemoSite, planOrganization } from './organization.ts'

const sites = planOrganization(northfieldSchools, emailDomain)
const devices = sites.flatMap((site) => site.devices)
const people = sites.flatMap((site) => site.people.map((person) => ({ ...person, site: site.name })))

test('the organization has as many sites, levels, devices and people as the demo needs', () => {
  expect(sites.length).toBeGreaterThanOrEqual(12)
  expect(Math.max(...sites.map(({ level }) => level))).toBeGreaterThanOrEqual(3)
  expect(devices.length).toBeGreaterThanOrEqual(40)
  expect(new Set(devices.map(({ roomType }) => roomType))).toEqual(new Set(roomTypeNames))
  expect(new Set(devices.map(({ model }) => model)).size).toBe(3)
})

test('MAC addresses, seeds and email addresses are unique', () => {
  expect(devices.filter(({ mac }) => !isMac(mac))).toEqual([])
  expect(new Set(devices.map(({ mac }) => mac)).size).toBe(devices.length)
  expect(new Set(devices.map(({ seed }) => seed)).size).toBe(devices.length)
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
  for (const { email } of people) expect(email).toMatch(/^[a-z]+\.[a-z]+@northfield\.example$/)
})

test('each site comes after its parent and has a name that is unique among its siblings', () => {
  const names = sites.map(({ parent, name }) => `${parent}/${name}`)
  expect(new Set(names).size).toBe(sites.length)
  sites.forEach(({ parent, level }, index) => {
    expect(parent ?? -1).toBeLessThan(index)
    expect(level).toBe(parent === null ? 1 : (sites[parent]?.level ?? 0) + 1)
  })
})

test('one person uses Spanish, the others the language of their sites', () => {
  expect(people.filter(({ language }) => language).map(({ name }) => name)).toEqual(['Luis Ortega'])
})

test('there are people with every role except the first, at different sites', () => {
  const below = roles.filter(({ priority }) => priority < 100).map(({ name }) => name)
  expect(new Set(people.map(({ role }) => role))).toEqual(new Set(below))
  expect(new Set(people.map(({ site }) => site)).size).toBe(people.length)
})

test('there are three time zones, one of them with a half-hour offset', () => {
  const zones = new Set(sites.map(({ timeZone }) => timeZone))
  expect(zones).toEqual(new Set(['America/Chicago', 'America/Detroit', 'America/St_Johns']))
})

test('a site inherits omitted fields from its parent, and its devices use its time zone', () => {
  const top: DemoSite = {
    name: 'Top',
    organizationType: 'District',
    city: 'Town',
    timeZone: 'Asia/Kolkata',
    sites: [
      {
        name: 'Below',
        organizationType: 'School',
        address: 'Street 1',
        timeZone: 'Asia/Tokyo',
        rooms: [
          ['A', 'office'],
          ['B', 'office', 'EoT Air'],
        ],
      },
      { name: 'Beside', organizationType: 'School', rooms: [['C', 'gym']] },
    ],
  }
  const [, below, beside] = planOrganization(top, 'example.org')
  expect(below).toMatchObject({
    city: 'Town',
    address: 'Street 1',
    timeZone: 'Asia/Tokyo',
    parent: 0,
    level: 2,
  })
  expect(below?.devices).toEqual([
    {
      mac: 'A4:CF:12:4E:00:01',
      name: 'A',
      roomType: 'office',
      timeZone: 'Asia/Tokyo',
      model: 'EoT Climate',
      seed: 101,
    },
    {
      mac: 'A4:CF:12:4E:00:02',
      name: 'B',
      roomType: 'office',
      timeZone: 'Asia/Tokyo',
      model: 'EoT Air',
      seed: 202,
    },
  ])
  expect(beside?.devices[0]).toMatchObject({ mac: 'A4:CF:12:4E:00:03', timeZone: 'Asia/Kolkata' })
})
