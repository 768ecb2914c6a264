import type { RoleName } from '@eot/contract/permissions'
import { administrator, type TestPortal } from './portal.ts'

export interface Person {
  email: string
  password: string
  name: string
}

interface Wanted {
  name: string
  role: RoleName
  /** Name of the user's site; defaults to the root. */
  site?: string
}

/** Creates a user with SQL, without the emails of an invitation. The password is that of the administrator. */
export async function makePerson({ sql }: TestPortal, { name, role, site }: Wanted): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
  const rows = await sql(
    `insert into app_user (id, site_id, role_id, email, full_name, password_hash, confirmed_at)
     select gen_random_uuid(), site.id, role.id, $1, $2, administrator.password_hash, now()
     from site, role, app_user administrator
     where role.name = $3 and administrator.email = $4
       and case when $5::text is null then site.parent_id is null else site.name = $5 end
     returning id`,
    [email, name, role, administrator.email, site ?? null],
  )
  if (rows.length !== 1) throw new Error(`there is no site ${site} for ${name}, or no role ${role}`)
  return { email, password: administrator.password, name }
}
