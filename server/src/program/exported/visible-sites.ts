import { hiddenSite, siteFields } from '../../access/audit-place.ts'
import { within } from './exported-kind.ts'

const hidden = `'${JSON.stringify(hiddenSite)}'::jsonb`
const ofSites = [...siteFields].map((name) => `'${name}'`).join(', ')

const visible = (value: string) => `case
  when jsonb_typeof(${value}->'Path') = 'string'
    then case when ${within(`${value}->>'Path'`)} then (${value}) - 'Path' else ${hidden} end
  when field in (${ofSites}) and ${value} <> 'null' then ${hidden}
  else ${value} end`

/**
 * SQL for the details of an audit entry. Its changes show sites as `visibleChanges` does, so that an export does not name the
 * site of another customer from which something came or to which it went.
 */
export const visibleDetails = `case
  when jsonb_typeof(details->'changes') = 'object' then details || jsonb_build_object('changes', (
    select coalesce(jsonb_object_agg(field, jsonb_build_array(${visible('pair->0')}, ${visible('pair->1')})), '{}')
    from jsonb_each(details->'changes') as change (field, pair)))
  else details end`

/**
 * SQL for the facts of a report. Its path begins at the exported site; it is only the site of the report if that was elsewhere
 * when the report was made.
 */
export const visibleFacts = `facts || jsonb_build_object('sitePath', (
  select jsonb_agg(named order by place) from (
    select named, place, count(*) over () as length, string_agg(named->>'Id' || '/', '') over (order by place) as path
    from jsonb_array_elements(facts->'sitePath') with ordinality as shown (named, place)
  ) on_path
  where place = length or ${within('on_path.path')}))`
