import type { Insertable } from 'kysely'
import type { Database } from '../src/database.ts'

export interface MadeSite {
  id: string
  path: string
  name: string
  timeZone: string
}

export interface MadeUser {
  id: string
  email: string
  password: string
  site: MadeSite
}

export interface MadeDevice {
  id: string
  no: number
  mac: string
  name: string
  key: string
  site: MadeSite | null
}

/** Columns that matter to the test; the others get generated values. */
export type Given<Table extends keyof Database> = {
  [Column in keyof Insertable<Database[Table]>]?: Exclude<Insertable<Database[Table]>[Column], undefined>
}
