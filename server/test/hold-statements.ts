import type pg from 'pg'
import { expect } from 'vitest'

/**
 * Makes statements such as `delete on csv_import_chunk` wait until they are released, without a lock that could time out. Only
 * one test of a database may use it at a time.
 */
export async function holdStatements(pool: pg.Pool, statements: string) {
  await pool.query(`
    drop table if exists go_on;
    create table go_on ();
    create or replace function wait_to_go_on() returns trigger language plpgsql as $$
    begin
      while not exists (select from go_on) loop perform pg_sleep(0.02); end loop;
      return null;
    end $$;
    create or replace trigger hold before ${statements} for each statement execute function wait_to_go_on()`)
  const countSessions = async (condition: string) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and ${condition}`,
    )
    return rows[0]?.count
  }
  const untilOne = (condition: string) =>
    expect.poll(() => countSessions(condition), { timeout: 60_000 }).toBe(1)
  return {
    untilHeld: () => untilOne(`wait_event = 'PgSleep'`),
    /** Waits until another session waits for a lock, such as one of the held transaction. */
    untilBlocked: () => untilOne(`wait_event_type = 'Lock'`),
    letGo: async () => void (await pool.query('insert into go_on default values')),
  }
}
