import type { RoleName } from '@eot/contract/permissions'
import { alertTypes } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import { pathBelow } from '../src/access/site-path.ts'
import type { Database } from '../src/database.ts'
import { uuidv7 } from '../src/platform/db/uuid.ts'
import { createSecretToken, hashSecretToken } from '../src/platform/secret-token.ts'
import type { Given, MadeDevice, MadeSite, MadeUser } from './made-records.ts'
import { recordFactories } from './record-factories.ts'

export type { MadeDevice, MadeSite, MadeUser } from './made-records.ts'

export type Make = ReturnType<typeof factories>

let count = 0

/** Creates the root of a database that has been installed without one. */
export function makeRoot(db: Kysely<Database>, timeZone = 'UTC'): Promise<MadeSite> {
  const id = uuidv7()
  return db
    .insertInto('site')
    .values({ id, path: `${id}/`, name: 'Root', time_zone: timeZone })
    .returning(['id', 'path', 'name', 'time_zone as timeZone'])
    .executeTakeFirstOrThrow()
}

/** Creates the records a test needs, including those they depend on. */
export function factories(db: Kysely<Database>, root: MadeSite, password: { plain: string; hash: string }) {
  async function site(given: { parent?: MadeSite } & Given<'site'> = {}): Promise<MadeSite> {
    const { parent = root, ...columns } = given
    const id = uuidv7()
    const row = await db
      .insertInto('site')
      .values({
        id,
        parent_id: parent.id,
        path: pathBelow(parent.path, id),
        name: `Site ${++count}`,
        time_zone: 'Europe/Berlin',
        own_time_zone: columns.time_zone ?? 'Europe/Berlin',
        ...columns,
      })
      .returning(['id', 'path', 'name', 'time_zone as timeZone'])
      .executeTakeFirstOrThrow()
    return row
  }

  async function user(
    given: { site?: MadeSite; role?: RoleName } & Given<'app_user'> = {},
  ): Promise<MadeUser> {
    const { site: own = await site(), role = 'Site Administrator', ...columns } = given
    const id = uuidv7()
    const email = `user${++count}@example.org`
    await db
      .insertInto('app_user')
      .values((eb) => ({
        id,
        site_id: own.id,
        role_id: eb.selectFrom('role').select('id').where('name', '=', role),
        email,
        full_name: `User ${count}`,
        password_hash: password.hash,
        confirmed_at: new Date(),
        ...columns,
      }))
      .execute()
    return { id, email: columns.email ?? email, password: password.plain, site: own }
  }

  async function device(
    given: { site?: MadeSite | null; model?: string } & Given<'device'> = {},
  ): Promise<MadeDevice> {
    const { site: own = await site(), model = 'EoT Sense 17', ...columns } = given
    const key = createSecretToken()
    const row = await db
      .insertInto('device')
      .values((eb) => ({
        id: uuidv7(),
        mac: macOf(++count),
        name: `Device ${count}`,
        model_id: eb.selectFrom('device_model').select('id').where('name', '=', model),
        site_id: own?.id ?? null,
        key_hash: hashSecretToken(key),
        ...columns,
      }))
      .returning(['id', 'no', 'mac', 'name'])
      .executeTakeFirstOrThrow()
    return { ...row, key, site: own }
  }

  /** Creates a stored email or other message to a user of a site. */
  async function mail(
    given: { user?: MadeUser } & Given<'message'> = {},
  ): Promise<{ id: string; user: MadeUser }> {
    const { user: to = await user(), ...columns } = given
    const id = uuidv7()
    const now = new Date()
    await db
      .insertInto('message')
      .values({
        id,
        channel: 'Email',
        kind: 'PasswordReset',
        receiver: to.email,
        user_id: to.id,
        site_id: to.site.id,
        status: 'kept',
        subject: 'Reset your password',
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
        ...columns,
      })
      .execute()
    return { id, user: to }
  }

  async function alert(
    given: { device?: MadeDevice; type?: string } & Given<'alert'> = {},
  ): Promise<{ id: string; device: MadeDevice }> {
    const { device: raisedBy = await device(), type: typeKey = 'ECO2', ...columns } = given
    const type = alertTypes.find((one) => one.Key === typeKey)
    if (!type || !raisedBy.site) throw new Error('an alert needs a type that exists and a device of a site')
    const id = uuidv7()
    await db
      .insertInto('alert')
      .values({
        id,
        type_key: typeKey,
        severity: type.Severity,
        device_no: raisedBy.no,
        device_id: raisedBy.id,
        device_name: raisedBy.name,
        site_id: raisedBy.site.id,
        site_name: raisedBy.site.name,
        site_path: raisedBy.site.path,
        site_path_names: JSON.stringify(await namesOn(raisedBy.site.path)),
        time_zone: raisedBy.site.timeZone,
        sensor: type.Sensor,
        started_at: new Date('2026-11-20T09:00:00Z'),
        ended_at: new Date('2026-11-20T09:10:00Z'),
        value: 1500,
        peak: 1800,
        ...columns,
      })
      .execute()
    return { id, device: raisedBy }
  }

  async function hint(
    given: { device?: MadeDevice } & Given<'hint'> = {},
  ): Promise<{ id: string; device: MadeDevice }> {
    const { device: about = await device(), ...columns } = given
    if (!about.site) throw new Error('a hint needs a device of a site')
    const id = uuidv7()
    const row = {
      id,
      site_id: about.site.id,
      device_id: about.id,
      kind: 'RoomUnlikeOthers' as const,
      subject: 'temperature',
      first_at: new Date(),
      last_at: new Date(),
      evidence: JSON.stringify([{ Sensor: 'temperature', Usual: 21, Value: 15 }]),
      rooms: 5,
      days: 7,
      ...columns,
    }
    await db.insertInto('hint').values(row).execute()
    return { id, device: about }
  }

  /** Creates a command that waits for its device. */
  async function deviceCommand(
    given: { device?: MadeDevice } = {},
  ): Promise<{ id: string; device: MadeDevice }> {
    const { device: to = await device() } = given
    const [id, now] = [uuidv7(), Date.now()]
    await db
      .insertInto('device_command')
      .values({
        id,
        device_id: to.id,
        command: 'refresh',
        requested_at: new Date(now),
        expires_at: new Date(now + 3_600_000),
      })
      .execute()
    return { id, device: to }
  }

  /** Creates a finished import of devices, by the user or a new one of the site. */
  async function csvImport(
    given: { site?: MadeSite; user?: MadeUser } = {},
  ): Promise<{ id: string; user: MadeUser }> {
    const by = given.user ?? (await user(given))
    const id = uuidv7()
    await db
      .insertInto('csv_import')
      .values({
        id,
        kind: 'Devices',
        site_id: by.site.id,
        created_by: by.id,
        created_at: new Date(),
        file_name: 'rooms.csv',
        state: 'Done',
      })
      .execute()
    return { id, user: by }
  }

  const namesOn = (path: string) =>
    db
      .selectFrom('site')
      .where('id', 'in', path.split('/').filter(Boolean))
      .select(['id as Id', 'name as Name'])
      .orderBy((eb) => eb.fn<number>('length', ['path']))
      .execute()

  return {
    site,
    user,
    device,
    alert,
    hint,
    mail,
    deviceCommand,
    csvImport,
    ...recordFactories(db, site),
  }
}

function macOf(n: number): string {
  const digits = n.toString(16).toUpperCase().padStart(6, '0')
  return `A4:CF:12:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`
}
