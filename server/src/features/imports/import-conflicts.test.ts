import { devices } from '@eot/contract/devices'
import { expect, test } from 'vitest'
import { importCampus } from '../../../test/import-campus.ts'
import { importsAs } from '../../../test/import-file.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { advance, call, make, signIn } = app
const { campus, mac } = importCampus(app)

async function takenMacs(count: number): Promise<string[]> {
  const site = await make.site()
  const taken = await Promise.all(Array.from({ length: count }, () => make.device({ site })))
  return taken.map((device) => device.mac)
}

const fileOf = (macs: readonly string[]) => `Name,Mac\n${macs.map((each) => `A,${each}`).join('\n')}\n`

test('a file that would reveal many addresses of other customers is refused as a whole, as are further ones that hour', async () => {
  const { as, check } = await campus()
  const taken = await takenMacs(21)
  expect(await check(fileOf(taken.slice(0, 15)))).toMatchObject({ State: 'Checked', Counts: { Refused: 15 } })
  expect(await check(fileOf(taken.slice(15)))).toMatchObject({
    State: 'Refused',
    Problem: expect.stringContaining('More than 20 of the hardware addresses are taken'),
  })
  expect((await check(fileOf(taken.slice(0, 1)))).State).toBe('Refused')
  advance(3_601_000)
  const later = importsAs(app, await signIn(as.user))
  expect((await later.check(fileOf(taken.slice(15)))).State).toBe('Checked')
})

test('after a file with many taken addresses, free ones and claim codes get the same response as taken ones', async () => {
  const { check } = await campus()
  const root = await app.signInAsRoot()
  const inventory = { Name: 'Sensor 8', Mac: mac(), SiteId: null, ClaimCode: 'open sesame' }
  expect((await call(devices.create, { body: inventory }, { as: root })).status).toBe(201)
  const taken = await takenMacs(21)
  await check(fileOf(taken))
  const refused = {
    State: 'Refused',
    Lines: 0,
    Problem:
      'Too many hardware addresses in your last files are taken by devices elsewhere. Try again in an hour.',
  }
  expect(await check(fileOf(taken.slice(0, 1)))).toMatchObject(refused)
  expect(await check(fileOf([mac()]))).toMatchObject(refused)
  for (const code of ['open sesame', 'guess'])
    expect(await check(`Name,Mac,Claim code\nA,${inventory.Mac},${code}\n`)).toMatchObject(refused)
})

test("after a file with many taken addresses, files of sites and of the user's own devices are checked as before", async () => {
  const { gym, check } = await campus()
  const own = await make.device({ site: gym, name: 'Locker Room' })
  await check(fileOf(await takenMacs(21)))
  expect(await check(`Name,Mac\nChanging Room,${own.mac}\nB,rubbish\n`)).toMatchObject({
    State: 'Checked',
    Counts: { Changed: 1, Refused: 1 },
  })
  expect(await check(`Name,Mac\nChanging Room,${own.mac}\nB,${mac()}\n`)).toMatchObject({ State: 'Refused' })
  expect(await check('Name,Parent site\nPool,High School\n', { kind: 'Sites' })).toMatchObject({
    State: 'Checked',
    Counts: { Created: 1 },
  })
})
