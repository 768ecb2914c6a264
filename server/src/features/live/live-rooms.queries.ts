import type pg from 'pg'

/** Path of the site a device stands at; undefined when there is no such device, or none has claimed it. */
export const findDevicePath =
  (pool: pg.Pool) =>
  async (deviceId: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ path: string }>(
      'select s.path from device d join site s on s.id = d.site_id where d.id = $1',
      [deviceId],
    )
    return rows[0]?.path
  }
