import { audit } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import { importsAs } from './import-file.ts'
import type { TestApp } from './test-app.ts'

type SignedIn = Awaited<ReturnType<TestApp['signIn']>>

/** Sites to import devices into, and functions that read the result. */
export function importCampus(app: TestApp) {
  const { call, make, signIn } = app
  let addresses = 0
  let campuses = 0
  return {
    /** Returns a hardware address that no device has. */
    mac: () => `02:11:00:00:${[++addresses >> 8, addresses & 255].map(hex).join(':')}`,

    /** Creates a site with a High School, which has a Gym, and an administrator of the three. */
    async campus() {
      const top = await make.site({ name: `Riverside ${++campuses}` })
      const school = await make.site({ name: 'High School', parent: top })
      const gym = await make.site({ name: 'Gym', parent: school })
      const as = await signIn({ role: 'Site Administrator', site: top })
      return { top, school, gym, as, ...importsAs(app, as) }
    },

    devicesOf: async (as: SignedIn) =>
      (await call(devices.list, { query: { PageSize: 200 } }, { as })).data.Items ?? [],

    /** Counts an action in the history of the user's sites. */
    async countAudited(as: SignedIn, action: string) {
      const { data } = await call(audit.list, { query: { PageSize: 200 } }, { as })
      return data.Items?.filter((entry) => entry.Action === action).length
    },
  }
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
