import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifiedSchool } from '../../../test/notified-school.ts'
import { isOneText } from '../messages/gsm-text.ts'

/** Creates Ann, who reads Spanish, and Bob at a site without a language; both are notified by email, text and browser. */
async function school() {
  const made = await notifiedSchool()
  const bob = await made.make.user({ site: made.district, full_name: 'Bob' })
  await made.subscribe({
    site: made.district,
    name: 'Night shift',
    users: [bob],
    events: ['AlertStarted', 'AlertEnded'],
  })
  const change = (id: string, changes: object) =>
    made.db.updateTable('app_user').set(changes).where('id', '=', id).execute()
  const read = (language: string) => ({ settings: JSON.stringify({ Language: language }) })
  await change(made.ann.id, { phone_number: '+15075550164', text_enabled: true, ...read('es') })
  await change(bob.id, { phone_number: '+15075550165', text_enabled: true })
  return { ...made, bob, change, read }
}

test('each person is notified of the same alert in their own language, by email, text message and browser', async () => {
  const { ann, bob, db, openBrowser, room, run, textSink, to, vape } = await school()
  const browsers = [await openBrowser(ann), await openBrowser(bob)]
  await vape(room)
  await run()
  const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  const [spanish, english] = [to(ann)[0], to(bob)[0]]
  expect(spanish?.subject).toBe('Vapeo en Restroom 2F, Lincoln High: 90, nivel 50')
  expect(spanish?.text?.replace(/code=\S+/, 'code=…').trim()).toBe(`CRÍTICA, EN CURSO
Vapeo en Restroom 2F
Lincoln High

Llegó a 90 (10:36 AM CST); una alerta se inicia con 50.

Confirmar: https://portal.example.org/confirm-alert?code=…

Ver la alerta: https://portal.example.org/alerts?alert=${id}

Recibe este correo por la suscripción “Restrooms”.

EoT LIVE · https://portal.example.org`)
  expect(spanish?.html).toContain('<html lang="es">')
  expect(english?.subject).toBe('Vape in Restroom 2F, Lincoln High: 90, level 50')
  expect(english?.html).toContain('<html lang="en">')
  expect(textSink.to('+15075550164')).toEqual([
    `Vapeo en Restroom 2F, Lincoln High: 90, nivel 50, desde 10:36 AM CST. https://portal.example.org/alerts?alert=${id}`,
  ])
  expect(textSink.to('+15075550165')[0]).toMatch(/^Vape in Restroom 2F, Lincoln High: 90, level 50, since/)
  const shown = browsers.map((browser) => JSON.parse(browser.received[0]?.text ?? '{}'))
  expect(shown).toMatchObject([{ title: 'Vapeo en Restroom 2F' }, { title: 'Vape in Restroom 2F' }])
})

test('a Spanish text message uses the plain alphabet, so that it fits into one', async () => {
  const { fresh, db, room, run, textSink, time, vape, wait } = await school()
  await db.updateTable('device').set({ name: 'Baño del gimnasio de la Escuela José Martí' }).execute()
  await vape(room)
  await run()
  time.now += 13 * 60_000
  await fresh(room)
  await wait(60)
  const texts = textSink.to('+15075550164')
  expect(texts[0]).toContain('Vapeo en Baño del gimnasio de la Escuela José Marti')
  expect(texts.at(-1)).toMatch(/: Finalizada tras \d+ min \(10:\d\d AM CST\), pico 90\./)
  expect(texts.filter((text) => !isOneText(text))).toEqual([])
})

test('without a language of their own, people are notified in that of the nearest site that has one', async () => {
  const { bob, change, db, district, make, read, room, run, site, to, vape, wait } = await school()
  await sql`update site set settings = '{"Language":"es"}' where id = ${district.id}`.execute(db)
  await vape(room)
  await run()
  expect(to(bob)[0]?.subject).toMatch(/^Vapeo en /)
  await change(bob.id, read('en'))
  const second = await make.device({ site, name: 'Restroom 1F' })
  await vape(second)
  await wait(600, 60)
  expect(to(bob).at(-1)?.subject).toMatch(/^Vape in Restroom 1F/)
})
