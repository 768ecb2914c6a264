import type { Endpoint } from '@eot/contract/endpoint'
import { models } from '@eot/contract/models'
import { permissions } from '@eot/contract/permissions'
import { sites } from '@eot/contract/sites'
import { targets } from './authorization/relations.ts'
import type { As, TestApp } from './test-app.ts'
import type { Known } from './valid-requests.ts'

/** Records and credentials that let requests get as far as possible. */
export async function hostileCallers({ call, db, make, signIn, signInAsRoot }: TestApp) {
  const administrator = await signIn()
  const { site } = administrator.user
  const part = await make.site({ parent: site })
  const device = await make.device({ site: part })
  const alert = await make.alert({ device })
  const user = await make.user({ site: part })
  const mail = await make.mail({ user })
  const elsewhere = await make.device()
  const roles = await db.selectFrom('role').select('id').execute()
  const gateway = await call(
    sites.createGatewayToken,
    { params: { id: site.id }, body: {} },
    { as: administrator },
  )
  const root = await signInAsRoot()
  // A separate model: requests rename it, and new devices need the usual one.
  const made = await call(models.create, { body: { Name: 'EoT Vape', Kinds: ['vape'] } }, { as: root })
  const model = { id: made.data.Id }
  const records = [part, device, alert, user, mail, elsewhere, model, ...roles].map(({ id }) => id)

  /**
   * Returns the ids that requests to an endpoint may use: records of all kinds, every other time a new one of the kind in its
   * path, so that they get past the lookup of the record.
   */
  async function knownFor({ path }: Endpoint): Promise<Known> {
    const kind = path.split('/')[1] ?? ''
    const target =
      kind === 'models'
        ? model
        : kind === 'blacklists'
          ? await make.blacklistEntry()
          : kind === 'imports'
            ? await make.csvImport({ user: administrator.user })
            : await targets[kind]?.(make, await make.site({ parent: site }))
    const ids = target ? [...records, ...records.map(() => target.id)] : records
    return { mac: device.mac, ids }
  }

  /** Returns the administrator of a customer, for endpoints that require no more. */
  function callerFor({ access }: Endpoint): As {
    const isOfSystem = access in permissions && permissions[access as keyof typeof permissions][2] > 80
    return isOfSystem ? root : administrator
  }

  function headersFor(endpoint: Endpoint): Record<string, string> {
    const { access } = endpoint
    if (access === 'public') return {}
    if (access === 'device' || access === 'machine')
      return { authorization: `Basic ${Buffer.from(`${device.mac}:${device.key}`).toString('base64')}` }
    if (access === 'gateway') return { authorization: `Bearer ${gateway.data.Token}` }
    return { authorization: `Bearer ${callerFor(endpoint).AccessToken}` }
  }

  return { administrator, callerFor, knownFor, headersFor }
}
