import { expect, test } from 'vitest'
import { mentionsOf } from '../../test/mentions-of.ts'
import { testApp } from '../../test/test-app.ts'
import { uuidv7 } from '../platform/db/uuid.ts'
import { erasePerson } from './erase-person.command.ts'
import { mentioning } from './person.queries.ts'

const { db, make, pool } = await testApp()

test('a mention of the person in any text of others is replaced, and no other text is changed', async () => {
  const site = await make.site()
  const { email } = await make.user({ site, role: 'Site Staff', full_name: 'Ida Falk' })
  const [device, other] = [await make.device({ site }), await make.user({ site })]

  /** Creates records that mention this person in each of the columns. */
  async function write(name: string, address: string) {
    const told = `${name} (${address}) knows`
    const texts = { person: name, list: [{ address }] }
    const delivery = await make.webhookDelivery({
      site,
      subject: told,
      message: told,
      variables: JSON.stringify(texts),
    })
    await pool.query(
      `insert into webhook_attempt (id, delivery_id, at, duration_ms, result_code, request, response, message)
       values ($1, $2, now(), 5, 1, $3, $3, $3)`,
      [uuidv7(), delivery.id, told],
    )
    await make.alert({ device, comment: told })
    await make.hint({ device, subject: name.replace(' ', ''), dismissed_comment: told })
    await make.maintenance({ site, reason: told })
    await make.systemMessage({ site, title: told, description: told })
    await make.mail({ user: other, subject: told, details: JSON.stringify(texts) })
    await make.report({ site, facts: JSON.stringify(texts) })
  }
  await write('Ida Falk', email)
  await write('Ida Falkenberg', 'ida.falkenberg@example.org')

  const contents = async () => {
    const found: Record<string, string[]> = {}
    for (const [table, column] of mentioning) {
      const { rows } = await pool.query(
        `select ${column}::text as text from ${table} where ${column}::text ilike any($1)`,
        [['%Ida Falk%', '%(erased)%']],
      )
      found[`${table}.${column}`] = rows.map(({ text }) => text).toSorted()
    }
    return found
  }
  const before = await contents()
  await db.transaction().execute((tx) => erasePerson(tx, email))
  const replaced = (text: string) =>
    text
      .replaceAll('Ida Falk ', '(erased) ')
      .replaceAll('"Ida Falk"', '"(erased)"')
      .replaceAll(email, '(erased)')
  for (const [place, texts] of Object.entries(before)) expect(texts, place).toHaveLength(2)
  expect(await contents()).toEqual(
    Object.fromEntries(
      Object.entries(before).map(([place, texts]) => [place, texts.map(replaced).toSorted()]),
    ),
  )
  // Nor in any other column.
  for (const word of ['Ida Falk (', email]) expect(await mentionsOf(db, word), word).toEqual([])
})
