import type pg from 'pg'

/**
 * Forces everybody to sign in again, since tokens and emailed codes that were used or ended after a backup would be valid
 * again. The sessions stay, and with them the browsers that show notifications.
 */
export async function endSignIns(client: pg.Client): Promise<void> {
  for (const table of ['refresh_token', 'user_code', 'sign_in_step', 'sso_attempt'])
    await client.query(`delete from ${table}`)
}
