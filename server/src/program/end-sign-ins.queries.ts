import type pg from 'pg'

/**
 * Makes everybody sign in again, since a token that was used or ended after a backup would be valid again. The sessions
 * stay, and with them the browsers that show notifications.
 */
export async function endSignIns(client: pg.Client): Promise<void> {
  await client.query('delete from refresh_token')
}
