import { rules } from '@eot/contract/rules'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { changeRules } from './change-rules.command.ts'
import { suggestLevelOf } from './level-suggestion.command.ts'
import { listRuleReach } from './rule-reach.queries.ts'
import { runTrial } from './rule-trial.command.ts'
import { type RuleChain, ruleQueries } from './rules.queries.ts'
import { rulesToWire, siteRulesToWire } from './rules.wire.ts'

export function ruleRoutes(
  serve: Serve<Caller>,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): void {
  const ofDevice = async (caller: Caller, id: string, from = db) =>
    found(await ruleQueries(from).findDeviceChain(ownScope(caller), id), 'device_not_found')
  const ofSite = async (caller: Caller, id: string, from = db) =>
    found(await ruleQueries(from).findSiteChain(ownScope(caller), id), 'site_not_found')
  const ofModel = async (_caller: Caller, id: string, from = db) =>
    found(await ruleQueries(from).findModelChain(id), 'model_not_found')

  serve(rules.ofDevice, async ({ params, caller }) =>
    rulesToWire(await ofDevice(caller, params.id), caller.sitePath),
  )
  const siteRules = async (chain: RuleChain, caller: Caller, from = db) =>
    siteRulesToWire(chain, caller.sitePath, await listRuleReach(from, chain.sitePath ?? ''))
  serve(rules.ofSite, async ({ params, caller }) => siteRules(await ofSite(caller, params.id), caller))
  serve(rules.ofModel, async ({ params, caller }) =>
    rulesToWire(await ofModel(caller, params.id), caller.sitePath),
  )

  serve(rules.changeDevice, ({ params: { id }, body, caller }) => {
    const find = (tx: Kysely<Database>) => ofDevice(caller, id, tx)
    const describe = (chain: RuleChain) => rulesToWire(chain, caller.sitePath)
    return changeRules({ db, clock }, caller, { target: { level: 'Device', id }, find, describe }, body)
  })
  serve(rules.changeSite, ({ params: { id }, body, caller }) => {
    const find = (tx: Kysely<Database>) => ofSite(caller, id, tx)
    const describe = (chain: RuleChain, tx: Kysely<Database>) => siteRules(chain, caller, tx)
    return changeRules({ db, clock }, caller, { target: { level: 'Site', id }, find, describe }, body)
  })
  serve(rules.changeModel, ({ params: { id }, body, caller }) => {
    const find = (tx: Kysely<Database>) => ofModel(caller, id, tx)
    const describe = (chain: RuleChain) => rulesToWire(chain, caller.sitePath)
    return changeRules({ db, clock }, caller, { target: { level: 'Model', id }, find, describe }, body)
  })

  serve(rules.suggestion, async ({ params: { id, type }, caller }) =>
    suggestLevelOf(db, {
      device: await ofDevice(caller, id),
      deviceId: id,
      scope: ownScope(caller),
      type,
      now: clock(),
    }),
  )

  serve(rules.trial, async ({ params: { id, type }, query, caller }) =>
    runTrial(db, {
      device: await ofDevice(caller, id),
      deviceId: id,
      scope: ownScope(caller),
      type,
      query,
      now: clock(),
    }),
  )
}
