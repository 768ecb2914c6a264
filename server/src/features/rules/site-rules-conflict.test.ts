import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { type As, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make, signIn } = app

const saveRules = (id: string, as: As) => {
  const body = { Version: 1, Rules: { Vape: { RaiseLevel: 40 } } }
  return call(rules.changeSite, { params: { id }, body }, { as })
}
const saveSite = (id: string, as: As) =>
  call(sites.update, { params: { id }, body: { Version: 1, City: 'Northfield' } }, { as })

test.each([
  ['while the site is saved', [saveSite, saveRules], {}],
  ['before the site is saved', [saveRules, saveSite], { Vape: { RaiseLevel: 40 } }],
] as const)(
  'of alert rules and a site saved with the same version, only the first is stored: rules %s',
  async (_, [saveFirst, saveSecond], stored) => {
    const site = await make.site()
    const as = await signIn({ site })
    const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'update on site')
    const first = saveFirst(site.id, as)
    await untilHeld()
    const second = saveSecond(site.id, as)
    await untilBlocked()
    await letGo()
    expect((await first).status).toBe(200)
    expect((await second).status).toBe(409)
    const row = await app.db
      .selectFrom('site')
      .where('id', '=', site.id)
      .select(['settings', 'version'])
      .executeTakeFirst()
    expect(row).toMatchObject({ version: 2 })
    expect(row?.settings.Rules ?? {}).toEqual(stored)
  },
)
