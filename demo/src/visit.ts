import { devices } from '@eot/contract/devices'
import type { AnswerOf, Endpoint, RequestOf } from '@eot/contract/endpoint'
import { imports } from '@eot/contract/imports'
import type { RoleName } from '@eot/contract/permissions'
import { sites } from '@eot/contract/sites'
import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'

type Asked<E extends Endpoint> = { [Part in 'params' | 'query' | 'body']?: RequestOf<E>[Part] }

/** Sends a request as a signed-in user. Throws if it does not succeed. */
export type Ask = <E extends Endpoint>(endpoint: E, request?: Asked<E>) => Promise<AnswerOf<E>>

/** Stands for the system administrator, whose name and email may be set by the environment. */
export const administrator = 'administrator'

/** What someone does in the portal in one session. */
export interface Visit {
  /** Before the creation of the demo. */
  readonly agoMs: number
  /** Name of a person of the demo, or `administrator`. */
  readonly who: string
  readonly does: (portal: Portal) => Promise<unknown>
}

/** The API as seen by the visitor, with ids by name. Names that do not exist throw. */
export interface Portal {
  readonly at: Date
  readonly ask: Ask
  site(name: string): Promise<string>
  /** Devices of the site and its sub-sites whose name matches. At least one. */
  devices(site: string, name: RegExp): Promise<string[]>
  users(...names: readonly string[]): Promise<string[]>
  role(name: RoleName): Promise<string>
  /** Imports a CSV file of devices, without its refused lines. */
  importDevices(fileName: string, csv: string): Promise<void>
}

interface Means {
  at: Date
  ask: Ask
  /** Uploads a file to an endpoint that streams it. */
  upload: (
    query: { Kind: 'Devices'; FileName: string },
    csv: string,
  ) => Promise<AnswerOf<typeof imports.create>>
  /** Runs all jobs that are due. */
  runJobs: () => Promise<unknown>
}

export function portalOf({ at, ask, upload, runJobs }: Means): Portal {
  const idIn = (list: readonly { Id: string; Name: string }[], name: string) => {
    const found = list.find((one) => one.Name === name)
    if (!found) throw new Error(`${name} is not part of the demo`)
    return found.Id
  }
  const site = async (name: string) => idIn(await ask(sites.all), name)
  return {
    at,
    ask,
    site,
    async devices(siteName, name) {
      const query = { SiteId: await site(siteName) }
      const matching = (await ask(devices.all, { query })).filter((one) => name.test(one.Name))
      if (matching.length === 0) throw new Error(`no device of ${siteName} is called ${name}`)
      return matching.map(({ Id }) => Id)
    },
    async users(...names) {
      const all = await ask(users.all)
      return names.map((name) => idIn(all, name))
    },
    role: async (name) => idIn(await ask(userRoles.all), name),
    async importDevices(FileName, csv) {
      const { Id: id } = await upload({ Kind: 'Devices', FileName }, csv)
      await runJobs()
      await ask(imports.apply, { params: { id }, body: { LeaveOutRefused: true } })
      await runJobs()
    },
  }
}
