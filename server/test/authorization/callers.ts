import { type RoleName, roles } from '@eot/contract/permissions'
import { sites } from '@eot/contract/sites'
import type { MadeSite } from '../factories.ts'
import type { TestApp } from '../test-app.ts'

export interface MatrixCaller {
  name: string
  /** The `authorization` header; undefined: none. */
  authorization: string | undefined
  /** undefined: no user with a valid session. */
  role?: { name: RoleName; priority: number }
  /** For devices and gateways: the access of the endpoints that they may call. */
  machine?: 'device' | 'gateway'
  /** Everything except the caller's own site and its sub-sites is out of reach, and the caller's site is `foreign`. */
  isStranger?: true
}

const bearer = ({ AccessToken }: { AccessToken: string }) => `Bearer ${AccessToken}`

/** Signs in one caller of each kind. All belong to `site`, except the administrator of another customer. */
export async function matrixCallers(
  app: TestApp,
  site: MadeSite,
  foreign: MadeSite,
): Promise<MatrixCaller[]> {
  const { access, advance, call, db, make, signIn } = app
  const system = { site, role: 'System Administrator' } as const
  const expired = await signIn(system)
  advance(601_000) // the lifetime of an access token
  const deactivated = await signIn(system)
  await db.updateTable('app_user').set({ is_active: false }).where('id', '=', deactivated.user.id).execute()
  access.callers.invalidateUser(deactivated.user.id)
  const device = await make.device({ site })
  const administrator = await signIn({ site })
  const gateway = await call(
    sites.createGatewayToken,
    { params: { id: site.id }, body: {} },
    { as: administrator },
  )
  const key = Buffer.from(`${device.mac}:${device.key}`).toString('base64')
  return [
    { name: 'anonymous', authorization: undefined },
    { name: 'a user with an expired token', authorization: bearer(expired) },
    { name: 'a deactivated user', authorization: bearer(deactivated) },
    { name: 'a device', authorization: `Basic ${key}`, machine: 'device' },
    { name: 'a gateway', authorization: `Bearer ${gateway.data.Token}`, machine: 'gateway' },
    {
      name: "another customer's administrator",
      authorization: bearer(await signIn({ site: foreign })),
      role: { name: 'Site Administrator', priority: 80 },
      isStranger: true,
    },
    ...(await Promise.all(
      roles.map(async (role) => ({
        name: `a ${role.name}`,
        authorization: bearer(await signIn({ site, role: role.name })),
        role,
      })),
    )),
  ]
}
