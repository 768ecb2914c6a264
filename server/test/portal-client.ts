import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import type { DeviceSettings } from '@eot/contract/settings'
import { sites } from '@eot/contract/sites'
import { type Asked, callEndpoint } from './call-endpoint.ts'
import { administrator } from './child-program.ts'

export interface PortalClient {
  readonly url: string
  readonly token: string
  /** Sends a request to an endpoint of the contract. Throws on any status other than the endpoint's. */
  call<E extends Endpoint>(endpoint: E, asked?: Asked<E>): Promise<AnswerOf<E>>
}

export interface PortalDevice {
  id: string
  mac: string
  key: string
}

/** Signs in to a running program through its public API. `at`: its port on this machine, or its origin. */
export async function signInAsAdministrator(at: number | string): Promise<PortalClient> {
  const url = typeof at === 'string' ? at : `http://127.0.0.1:${at}`
  const body = { Email: administrator.email, Password: administrator.password }
  const { AccessToken } = await callEndpoint(url, undefined, auth.login, { body })
  return {
    url,
    token: AccessToken,
    call: (endpoint, asked) => callEndpoint(url, AccessToken, endpoint, asked),
  }
}

/** Creates a site with a gateway that may report for all its devices. */
export async function createSite(
  portal: PortalClient,
  site: { Name: string; TimeZone: string },
): Promise<{ id: string; gatewayToken: string }> {
  const { Id } = await portal.call(sites.create, { body: site })
  const { Token } = await portal.call(sites.createGatewayToken, { params: { id: Id }, body: {} })
  return { id: Id, gatewayToken: Token }
}

const createdAtOnce = 4

/** Creates devices with consecutive MAC addresses from `firstMac` on. Returns them in that order. */
export async function createDevices(
  portal: PortalClient,
  siteId: string,
  { count, firstMac, settings = {} }: { count: number; firstMac: number; settings?: DeviceSettings },
): Promise<PortalDevice[]> {
  const made: PortalDevice[] = new Array(count)
  let next = 0
  const create = async () => {
    for (let index = next++; index < count; index = next++) {
      const mac = macOf(firstMac + index)
      const body = { Name: `Device ${mac}`, Mac: mac, SiteId: siteId, Settings: settings }
      const { Id, DeviceKey } = await portal.call(devices.create, { body })
      made[index] = { id: Id, mac, key: DeviceKey }
    }
  }
  await Promise.all(Array.from({ length: createdAtOnce }, create))
  return made
}

function macOf(number: number): string {
  return (0xa4_cf_12_00_00_00 + number)
    .toString(16)
    .toUpperCase()
    .replace(/..(?!$)/g, '$&:')
}
