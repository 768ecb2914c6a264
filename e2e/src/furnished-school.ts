import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { type BulkSample, sendBulk } from '@eot/fleet/gateway'
import { historySamples } from '@eot/fleet/history'
import { type Incident, type IncidentName, incidentAt } from '@eot/fleet/incidents'
import type { RoomType } from '@eot/fleet/room-types'
import { type Ask, signInToApi } from './api.ts'
import type { TestPortal } from './portal.ts'
import { makeRoom, type Room } from './rooms.ts'
import { connectSensor } from './sensor-client.ts'

const timeZone = 'America/Chicago'
const minuteMs = 60_000

/** Readings of an incident in a room, by minutes since its start. */
interface PlannedRoom {
  name: string
  roomType: RoomType
  incidents: (readonly [IncidentName, minutesAgo: number])[]
}

const school: Record<string, PlannedRoom[]> = {
  'Main Building': [
    {
      name: 'Restroom B, 2nd floor',
      roomType: 'restroom',
      incidents: [
        ['vaping', 400],
        ['vaping', 2],
      ],
    },
    {
      name: 'Main Hallway',
      roomType: 'corridor',
      incidents: [
        ['loud-noise', 700],
        ['aggression', 90],
      ],
    },
    { name: 'Library', roomType: 'library', incidents: [] },
  ],
  'Science Wing': [
    {
      name: 'Chemistry Lab',
      roomType: 'classroom',
      incidents: [
        ['gas-leak', 300],
        ['overcrowding', 900],
      ],
    },
    {
      name: 'Depot',
      roomType: 'depot',
      incidents: [
        ['gas-leak', 12],
        ['tampering', 600],
      ],
    },
  ],
  'Athletics Center': [{ name: 'Gymnasium', roomType: 'gym', incidents: [['loud-noise', 1000]] }],
}

export interface FurnishedSchool {
  siteId: string
  /** A room with an open alert. */
  troubled: Room
}

/** Creates a school with a day of history, sent through a gateway, so that pages are tested with realistic content. */
export async function furnishSchool({ url, mqttUrl, sql }: TestPortal): Promise<FurnishedSchool> {
  const ask = await signInToApi(url)
  const body = { Name: 'Northfield High School', TimeZone: timeZone }
  const { Id: siteId } = await ask(sites.create, { body })
  const { Token } = await ask(sites.createGatewayToken, { params: { id: siteId }, body: { Name: 'Gateway' } })
  const rooms: Room[] = []
  const toMs = Date.now()
  for (const [Name, planned] of Object.entries(school)) {
    const { Id } = await ask(sites.create, { body: { Name, TimeZone: timeZone, ParentSite: siteId } })
    for (const [seed, one] of planned.entries()) {
      const room = await makeRoom(ask, one.name, Id)
      rooms.push(room)
      const { rejected } = await sendBulk(pastOf(one, room, seed, toMs), { portalUrl: url, token: Token })
      if (rejected > 0) throw new Error(`the past of ${one.name} was not taken`)
    }
  }
  // The other devices stay online however long the tests take.
  await sql(`update device set settings = '{"ReportInterval": 3600}'`)
  await silence(mqttUrl, rooms.at(-1))
  await confirmSome(ask)
  const [troubled] = rooms
  if (!troubled) throw new Error('the school has no room')
  return { siteId, troubled }
}

function* pastOf(
  { roomType, incidents }: PlannedRoom,
  { mac }: Room,
  seed: number,
  toMs: number,
): Generator<BulkSample> {
  const begun = incidents
    .map(([name, ago]): Incident => incidentAt(name, toMs - ago * minuteMs, seed))
    .sort((a, b) => a.startMs - b.startMs)
  const spec = { roomType, timeZone, seed }
  // Ten seconds apart in the last hour, which the live page shows.
  const step = (at: number) => (toMs - at > 60 * minuteMs ? minuteMs : 10_000)
  for (const sample of historySamples(spec, toMs - 24 * 60 * minuteMs, toMs, step, begun))
    yield { mac, ...sample }
}

async function silence(mqttUrl: string, room: Room | undefined): Promise<void> {
  if (!room) return
  const sensor = await connectSensor(mqttUrl, room)
  await sensor.publishStatus({ state: 'offline' })
  await sensor.close()
}

async function confirmSome(ask: Ask): Promise<void> {
  const { Items = [] } = await ask(alerts.list, { query: { ongoing: false, PageSize: 4 } })
  for (const { Id } of Items) {
    const body = { Confirmed: true, Disposition: 'Real', Comment: 'Spoke to the students' } as const
    await ask(alerts.update, { params: { id: Id }, body })
  }
}
