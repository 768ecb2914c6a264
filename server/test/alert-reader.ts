import { alerts } from '@eot/contract/alerts'
import type { MadeSite } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Returns a factory for separate customers, each with a user who lists its alerts by the names the test gave them. */
export function alertReaders({ call, make, signIn }: TestApp) {
  return async (site?: MadeSite) => {
    const own = site ?? (await make.site())
    const as = await signIn({ site: own })
    const names = new Map<string, string>()
    const device = await make.device({ site: own })
    return {
      site: own,
      device,
      as,
      async raise(name: string, given: Parameters<typeof make.alert>[0] = {}) {
        const alert = await make.alert({ device, ...given })
        names.set(alert.id, name)
        return alert
      },
      async list(query: object = {}) {
        const { status, data, text } = await call(alerts.list, { query }, { as })
        if (status !== 200) throw new Error(text)
        return (data.Items ?? []).map((alert) => names.get(alert.Id) ?? alert.Id)
      },
    }
  }
}
