import { type AlertTypeKey, alertTypes } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The number of devices to which a rule of a site applies. */
export interface RuleReach {
  typeKey: AlertTypeKey
  /** Devices of the site and its sub-sites whose model has the sensor. */
  devices: number
  /** The number of them for which a sub-site or the device overrides something. */
  overruled: number
}

/** Lists the reach of each alert type at the site with this path. Types without devices may be missing. */
export async function listRuleReach(db: Kysely<Database>, sitePath: string): Promise<RuleReach[]> {
  const sensors = alertTypes.filter(({ Sensor }) => Sensor !== null)
  const { rows } = await sql<RuleReach>`
    with kind as (
      select * from unnest(${sensors.map(({ Key }) => Key)}::text[], ${sensors.map(({ Sensor }) => Sensor)}::text[])
        as kind (type_key, sensor)
    ),
    below as materialized (
      select id, path, coalesce(settings -> 'Rules', '{}') as rules from site where path like ${`${sitePath}%`}
    ),
    reached as materialized (
      select device.id, device.model_id, device.site_id, coalesce(device.settings -> 'Rules', '{}') as rules
      from device join below on below.id = device.site_id
    ),
    total as (
      select kind.type_key, sum(counted.devices)::int as devices
      from (select model_id, count(*) as devices from reached group by model_id) counted
      join device_model on device_model.id = counted.model_id
      join kind on kind.sensor = any(device_model.kinds)
      group by kind.type_key
    ),
    own as (
      select reached.id, reached.model_id, key.type_key
      from reached cross join jsonb_object_keys(reached.rules) as key (type_key)
      union
      select reached.id, reached.model_id, key.type_key
      from below setter cross join jsonb_object_keys(setter.rules) as key (type_key)
      join below on below.path like setter.path || '%'
      join reached on reached.site_id = below.id
      where setter.path <> ${sitePath}
    ),
    apart as (
      select kind.type_key, count(*)::int as overruled
      from own
      join device_model on device_model.id = own.model_id
      join kind on kind.type_key = own.type_key and kind.sensor = any(device_model.kinds)
      group by kind.type_key
    )
    select total.type_key as "typeKey", total.devices, coalesce(apart.overruled, 0) as overruled
    from total left join apart using (type_key)`.execute(db)
  return rows
}
