import type { InterfaceType } from '@eot/contract/devices'
import type pg from 'pg'

export interface Connected {
  deviceNo: number
  type: InterfaceType
  ip: string | null
  /** Epoch ms. */
  at: number
}

/** Stores the newest connections of devices by type. Devices deleted in the meantime are ignored. */
export async function keepInterfaces(pool: pg.Pool, connected: readonly Connected[]): Promise<void> {
  await pool.query(
    `insert into device_interface (device_no, type, ip, connected_at)
     select distinct on (d.no, x.type) d.no, x.type, x.ip, to_timestamp(x.at / 1000)
     from unnest($1::int[], $2::text[], $3::text[], $4::float8[]) as x (no, type, ip, at)
     join device d on d.no = x.no
     order by d.no, x.type, x.at desc
     on conflict (device_no, type) do update set ip = excluded.ip, connected_at = excluded.connected_at`,
    [
      connected.map(({ deviceNo }) => deviceNo),
      connected.map(({ type }) => type),
      connected.map(({ ip }) => ip),
      connected.map(({ at }) => at),
    ],
  )
}
