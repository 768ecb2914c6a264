import type { ErasedEntry } from '../access/audit-erasure.queries.ts'
import type { Execute } from '../platform/db/execute.queries.ts'
import type { PersonWords } from './words-of-person.ts'

export interface Person {
  /** Accounts, including deleted ones. */
  users: { id: string; siteId: string; sitePath: string }[]
  words: PersonWords
}

/**
 * Finds everything that identifies the people who have or had an account with this address, including their earlier addresses.
 */
export async function findPerson(execute: Execute, email: string): Promise<Person> {
  // Locked first and read second, so that the read finds the site to which the previous holder of a lock has moved a user.
  await execute('select from app_user where lower(email) = lower($1) order by id for update', [email])
  const rows = await execute<{
    id: string
    siteId: string
    sitePath: string
    email: string
    name: string
    phone: string | null
  }>(
    `select u.id, u.site_id as "siteId", site.path as "sitePath", u.email, u.full_name as name, u.phone_number as phone
     from app_user u join site on site.id = u.site_id where lower(u.email) = lower($1)`,
    [email],
  )
  const earlier = await execute<{ values: unknown }>(
    `select coalesce(details #> '{changes,Email}', '[]') || coalesce(details #> '{changes,FullName}', '[]')
       || coalesce(details #> '{changes,PhoneNumber}', '[]') as values
     from audit_entry where subject_id = any($1) and details ? 'changes'`,
    [rows.map(({ id }) => id)],
  )
  const words = earlier
    .flatMap(({ values }) => (Array.isArray(values) ? values : []))
    .filter((word) => typeof word === 'string')
  const isEmail = (word: string) => word.includes('@')
  const isPhone = (word: string) => /^[+\d][\d\s().-]{4,}$/.test(word)
  const phones = [...rows.flatMap(({ phone }) => phone ?? []), ...words.filter(isPhone)]
  const names = [...rows.map(({ name }) => name), ...words.filter((word) => !isEmail(word) && !isPhone(word))]
  // A name or number that someone else has too does not identify the person.
  const shared = await listShared(execute, { ids: rows.map(({ id }) => id), names, phones })
  const own = (list: readonly string[]) => distinct(list).filter((word) => !shared.has(word.toLowerCase()))
  return {
    users: rows.map(({ id, siteId, sitePath }) => ({ id, siteId, sitePath })),
    words: {
      emails: distinct([email, ...rows.map((row) => row.email), ...words.filter(isEmail)]),
      phones: own([...phones, ...phones.map(digitsOf)]),
      names: own(names),
    },
  }
}

const digitsOf = (phone: string) => phone.replace(/[^+\d]/g, '')

/** Lists the names, in lower case, and the numbers that other accounts have too. */
async function listShared(
  execute: Execute,
  { ids, names, phones }: { ids: readonly string[]; names: readonly string[]; phones: readonly string[] },
): Promise<Set<string>> {
  const rows = await execute<{ name: string; phone: string }>(
    `select lower(full_name) as name, regexp_replace(coalesce(phone_number, ''), '[^+0-9]', '', 'g') as phone
     from app_user where id <> all($1::uuid[]) and (lower(full_name) = any($2)
       or regexp_replace(phone_number, '[^+0-9]', '', 'g') = any($3))`,
    [ids, names.map((name) => name.trim().toLowerCase()), phones.map(digitsOf)],
  )
  const numbers = new Set(rows.map(({ phone }) => phone))
  return new Set([
    ...rows.map(({ name }) => name),
    ...numbers,
    ...phones.filter((phone) => numbers.has(digitsOf(phone))).map((phone) => phone.trim()),
  ])
}

const distinct = (words: readonly string[]) => [...new Set(words.map((word) => word.trim()).filter(Boolean))]

/**
 * Deletes records that belong only to the person: sign-ins, memberships, notices, messages and addresses. Returns the number of
 * rows by table.
 */
export async function deleteBelongings(
  execute: Execute,
  { users, words }: Person,
): Promise<Map<string, number>> {
  const deleted = new Map<string, number>()
  const remove = async (table: string, condition: string, values: unknown[]) => {
    const rows = await execute<{ n: number }>(
      `with gone as (delete from ${table} where ${condition} returning 1) select count(*)::int as n from gone`,
      values,
    )
    const count = rows[0]?.n ?? 0
    if (count > 0) deleted.set(table, (deleted.get(table) ?? 0) + count)
  }
  const ids = users.map(({ id }) => id)
  // All rows that would be deleted together with the row of a user.
  const owned = await execute<{ name: string; column: string }>(
    `select c.conrelid::regclass::text as name, quote_ident(a.attname) as "column"
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'app_user'::regclass and c.confdeltype = 'c' order by 1`,
    [],
  )
  for (const { name, column } of owned) await remove(name, `${column} = any($1::uuid[])`, [ids])
  const emails = words.emails.map((email) => email.toLowerCase())
  const phones = words.phones.map(digitsOf)
  // Someone else may have the number of a shared phone, or an address that this person once had.
  const reached = `(lower(receiver) = any($1) or regexp_replace(receiver, '[^+0-9]', '', 'g') = any($2))
    and not exists (select from app_user other where other.id <> all($3::uuid[]) and (lower(other.email) = lower(receiver)
      or regexp_replace(other.phone_number, '[^+0-9]', '', 'g') = regexp_replace(receiver, '[^+0-9]', '', 'g')))`
  await remove('message', `user_id = any($3::uuid[]) or user_id is null and ${reached}`, [
    emails,
    phones,
    ids,
  ])
  await remove('blacklist_entry', reached, [emails, phones, ids])
  // Wrong codes are counted by the id of the user.
  await remove('sign_in_failure', 'lower(email) = any($1)', [[...emails, ...ids]])
  return deleted
}

const nameOfErased = 'Erased person'

/** Removes the data that identifies these users. Their rows and ids stay, since alerts and the audit log refer to them. */
export async function anonymizeUsers(execute: Execute, ids: readonly string[]): Promise<void> {
  await execute(
    `update app_user set full_name = '${nameOfErased}', email = 'erased-' || id || '@erased.invalid', phone_number = null,
       user_title = null, settings = '{}', password_hash = null, password_expires_at = null, confirmed_at = null,
       last_sign_in_at = null, is_active = false, deleted_at = coalesce(deleted_at, now()), version = version + 1
     where id = any($1::uuid[])`,
    [ids],
  )
  for (const role of ['confirmed_by', 'ended_by', 'snoozed_by'])
    await execute(`update alert set ${role}_name = '${nameOfErased}' where ${role} = any($1::uuid[])`, [ids])
}

/** Columns that may mention a person in texts of others or in sent messages. */
export const mentioning = [
  ['alert', 'comment', 'text'],
  ['hint', 'dismissed_comment', 'text'],
  ['maintenance_window', 'reason', 'text'],
  ['system_message', 'title', 'text'],
  ['system_message', 'description', 'text'],
  ['message', 'subject', 'text'],
  ['message', 'details', 'jsonb'],
  ['webhook_delivery', 'subject', 'text'],
  ['webhook_delivery', 'message', 'text'],
  ['webhook_delivery', 'variables', 'jsonb'],
  ['webhook_attempt', 'request', 'text'],
  ['webhook_attempt', 'response', 'text'],
  ['webhook_attempt', 'message', 'text'],
  ['report', 'facts', 'jsonb'],
] as const

/** Replaces mentions of the person in texts of others. Returns the number of rows by table. */
export async function eraseMentions(
  execute: Execute,
  words: PersonWords,
  erase: <Value>(value: Value) => Value,
): Promise<Map<string, number>> {
  const changed = new Map<string, number>()
  for (const [table, column, type] of mentioning) {
    const rows = await execute<{ id: string; value: unknown }>(
      `select id, ${column} as value from ${table} where ${column}::text ilike any($1)`,
      [patternsOf(words)],
    )
    const erasures = rows
      .map(({ id, value }) => ({ id, before: value, value: erase(value) }))
      .filter(({ before, value }) => JSON.stringify(before) !== JSON.stringify(value))
    if (erasures.length === 0) continue
    const given = type === 'text' ? `x.value #>> '{}'` : 'x.value'
    await execute(
      `update ${table} t set ${column} = ${given} from jsonb_to_recordset($1::jsonb) as x (id uuid, value jsonb)
       where t.id = x.id`,
      [JSON.stringify(erasures.map(({ id, value }) => ({ id, value })))],
    )
    changed.set(table, (changed.get(table) ?? 0) + erasures.length)
  }
  return changed
}

/**
 * Lists entries of the audit log by, about or with the person in their erased form: who did what to which record stays, by ids
 * alone, without names, addresses and browsers.
 */
export async function listErasableEntries(
  execute: Execute,
  { users, words }: Person,
  erase: <Value>(value: Value) => Value,
): Promise<ErasedEntry[]> {
  const ids = users.map(({ id }) => id)
  // An entry whose subject is a session names its user in the details.
  const rows = await execute<ErasedEntry & { isActor: boolean; isOwn: boolean }>(
    `select id, details, address, actor_name as "actorName",
       coalesce(actor_id = any($1::uuid[]), false) as "isActor",
       coalesce(actor_id = any($1::uuid[]), false) or (actor_id is null and (coalesce(is_about, false) or details::text ilike any($3))) as "isOwn"
     from audit_entry
     cross join lateral (select subject_id = any($1::uuid[]) or details ->> 'userId' = any($1::text[]) as is_about) about
     where actor_id = any($1::uuid[]) or is_about or details::text ilike any($2)`,
    [ids, patternsOf(words), patternsOf({ ...words, names: [], phones: [] })],
  )
  return rows.flatMap(({ id, details, address, actorName, isActor, isOwn }) => {
    const { address: place, userAgent: browser, ...rest } = details
    const kept = erase(isOwn ? rest : details)
    const where = isOwn ? null : address
    const name = isActor ? nameOfErased : actorName
    const isSame = JSON.stringify(kept) === JSON.stringify(details)
    return isSame && where === address && name === actorName
      ? []
      : [{ id: Number(id), details: kept, address: where, actorName: name }]
  })
}

/** Returns patterns for `ilike`, also for the text of JSON. */
function patternsOf({ emails, phones, names }: PersonWords): string[] {
  const inJson = (word: string) => JSON.stringify(word).slice(1, -1)
  return [...emails, ...phones, ...names]
    .flatMap((word) => [word, inJson(word)])
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
}
