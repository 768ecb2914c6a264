import { idsOnPathSql } from '../../access/scope.queries.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { defaultRules } from './default-rules.ts'

/** The devices that a change affects: those of a model, those at a site and below it, or the given ones. */
export type Concerned = { modelId: string } | { sitePath: string } | { deviceNos: readonly number[] }

/**
 * Lists open alerts whose rule is now off, by device number. Starts from the open alerts, which are few even where a rule
 * affects 100,000 devices.
 */
export async function listSwitchedOff(
  execute: Execute,
  concerned: Concerned,
): Promise<{ deviceNo: number; typeKey: string }[]> {
  const [isConcerned, value] = conditionOf(concerned)
  const rules = [...defaultRules]
  return execute(
    `select alert.device_no as "deviceNo", alert.type_key as "typeKey"
     from alert
     join unnest($1::text[], $2::boolean[]) as system (type_key, is_active) on system.type_key = alert.type_key
     join device on device.no = alert.device_no
     join device_model on device_model.id = device.model_id
     left join site on site.id = device.site_id
     left join lateral (
       select ${isActiveIn('above')} as is_active from site above
       where above.id = any(${idsOnPathSql('site.path')}) and ${isActiveIn('above')} is not null
       order by length(above.path) desc limit 1
     ) nearest on true
     where alert.ended_at is null and ${isConcerned}
       and not coalesce(${isActiveIn('device')}, nearest.is_active, ${isActiveIn('device_model')}, system.is_active)
     order by alert.device_no, alert.type_key`,
    [rules.map(([key]) => key), rules.map(([, { isActive }]) => isActive), value],
  )
}

/**
 * What a level sets; null if it sets nothing. The device overrides its nearest site, which overrides the sites above, which
 * override the model.
 */
const isActiveIn = (level: string) =>
  `(${level}.settings #>> array['Rules', alert.type_key, 'IsActive'])::boolean`

function conditionOf(concerned: Concerned): [sql: string, value: unknown] {
  if ('modelId' in concerned) return ['device.model_id = $3', concerned.modelId]
  if ('deviceNos' in concerned) return ['alert.device_no = any($3::int[])', concerned.deviceNos]
  // An open alert is at the site of its device, since a move ends it or is about to.
  return ["alert.site_path like $3 || '%'", concerned.sitePath]
}
