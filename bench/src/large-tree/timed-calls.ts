import type { PortalClient } from '@eot/server/test/portal-client'
import type { Figure } from '../figure.ts'
import { quantile, round } from '../statistics.ts'
import { timeRequests } from '../timed-requests.ts'
import type { LargeTree } from './fill-tree.ts'
import { treeFigure } from './tree-figure.ts'

const dayMs = 86_400_000

/** The calls to time: each list, lookup, path, tree and search, made by a system administrator. */
function callsOf({
  campusId,
  thousandDevicesId,
  otherDistrictId,
  buildingId,
  deviceId,
  userId,
  shownIds,
}: LargeTree): Record<string, string> {
  const now = Date.now()
  const since = (days: number) => `startTime=${now - days * dayMs}&endTime=${now}`
  const shownSites = shownIds.map((id) => `SiteIds=${id}`).join('&')
  return {
    'sites, first page': '/sites?PageSize=25',
    'sites, last page': '/sites?PageSize=25&Page=400',
    'sites, search': '/sites?PageSize=25&search=floor%2077',
    'sites of a campus': `/sites?PageSize=25&SiteId=${campusId}`,
    'site selector': '/sites/all',
    'site tree': '/sites/tree',
    'site overview': `/sites/overview?${shownSites}`,
    'site path': `/sites/${buildingId}/path`,
    site: `/sites/${buildingId}`,
    'consequences of a move': `/sites/consequences?Action=Move&SiteIds=${campusId}&ParentSite=${otherDistrictId}`,
    'devices, first page': '/devices?PageSize=25',
    'devices, last page': '/devices?PageSize=25&Page=4000',
    'devices, search': '/devices?PageSize=25&search=gymnasium%207',
    'devices, search by site': '/devices?PageSize=25&search=campus%207',
    'devices of a building': `/devices?PageSize=25&SiteId=${buildingId}`,
    'devices, lookup': '/devices/lookup?search=library',
    'device status': `/devices/${deviceId}/status`,
    device: `/devices/${deviceId}`,
    'users, first page': '/users?PageSize=25',
    'users, last page': '/users?PageSize=25&Page=2000',
    'users, search': '/users?PageSize=25&search=elena%20garcia',
    'users, lookup': '/users/lookup?search=ada',
    user: `/users/${userId}`,
    'groups, first page': '/groups?PageSize=25',
    'lists, first page': '/lists?PageSize=25',
    'system messages': '/systemmessages?PageSize=25',
    'audit log': '/audit?PageSize=25',
    'alerts, open': '/alerts?PageSize=25&ongoing=true',
    'alerts, first page': '/alerts?PageSize=25',
    'alerts of a building': `/alerts?PageSize=25&SiteId=${buildingId}`,
    'alerts by type and severity': '/alerts?PageSize=25&type=Vape&severity=Critical&severity=Serious',
    'alerts, past day': `/alerts?PageSize=25&${since(1)}`,
    'unconfirmed alerts of a campus, past month': `/alerts?PageSize=25&SiteId=${campusId}&confirmed=false&${since(30)}`,
    'alert heatmap of 1,000 devices, past year': `/analyticsdata/alerts/heatmap/by/site?SiteId=${thousandDevicesId}&${since(365)}`,
    'palette, one letter': '/search?text=g',
    'palette, word': '/search?text=gymnasium',
    'palette, two words': '/search?text=library%2099',
    'palette, person': '/search?text=elena',
    'palette, site with devices': '/search?text=building%2099',
    'palette, site above devices': '/search?text=campus',
    'palette, no hits': '/search?text=unheard%20of',
    'palette, MAC address': '/search?text=B0:00:00',
  }
}

/** Times each call, in turns. */
export async function measureCalls(portal: PortalClient, tree: LargeTree, rounds: number): Promise<Figure[]> {
  const calls = Object.entries(callsOf(tree))
  const taken = await timeRequests({
    headers: { authorization: `Bearer ${portal.token}`, 'accept-encoding': 'gzip' },
    urls: calls.map(([, path]) => `${portal.url}/api${path}`),
    rounds,
  })
  return calls.map(([name], at) => figureOf(name, taken[at]?.ms ?? [], taken[at]?.bytes ?? 0))
}

function figureOf(name: string, ms: readonly number[], bytes: number): Figure {
  return treeFigure({
    name,
    title: `${name}, p95 among 10,000 sites`,
    ms: round(quantile(ms, 0.95), 1),
    goalMs: 50,
    floorMs: 500,
    details: { calls: ms.length, p50: round(quantile(ms, 0.5), 1), most: round(Math.max(...ms), 1), bytes },
  })
}
