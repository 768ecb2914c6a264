import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { choose, lines, mac, useImportDistrict } from './src/import-district.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { rare } from './src/rare.ts'

const { open, portal } = useImportDistrict()

const tile = (page: Page, name: string) => page.getByRole('button', { name, exact: false }).first()
const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

/** A file with a line of each fate, apart from "no change". */
const mixed = () => [
  'Name;Hardware address;Site;Model;Installer',
  `Boys Restroom 1F;${mac()};Riverside High School;EoT Sense 17;Kim`,
  `Library;${mac()};Riverside High School;EoT Air;Kim`,
  'Chem Lab 2;A4:CF:12:7B:0G:31;Riverside High School;EoT Air;Kim',
  `Gym South;${mac()};Riverside Gim;EoT Air;Kim`,
]

test('an administrator imports devices: sees what each line would do, applies the valid ones, gets their keys once and undoes it', async () => {
  const { page, faults } = await open('/devices')
  await page.getByRole('link', { name: 'Import' }).click()
  await choose(page, 'riverside-2026.csv', mixed())
  await page.getByText('riverside-2026.csv, 4 lines, UTF-8').waitFor()
  await lines(page).getByText('No site “Riverside Gim”').waitFor()
  await lines(page).getByText('Expected a hardware address such as A4:CF:12:7B:03:9E').waitFor()
  await tile(page, 'cannot be imported').click()
  await lines(page).getByText('Library').waitFor({ state: 'detached' })
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these 2 lines' }).click(),
  ])
  expect(await textOf(refused)).toContain('Site: “Riverside Gim”: No site “Riverside Gim”')
  await page.getByText('2 lines are left out unless you correct them here.').waitFor()
  await page.getByRole('button', { name: 'Create 2', exact: true }).click()
  await page.getByRole('heading', { name: '2 devices created, 0 changed' }).waitFor()
  const [keys] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download device keys' }).click(),
  ])
  expect((await textOf(keys)).trim().split('\r\n')).toHaveLength(3)
  await page.getByText('The device keys have been issued.').waitFor()
  await page.reload()
  await page.getByText('The device keys have been issued.').waitFor()
  await page.getByRole('link', { name: 'Show the devices' }).click()
  await page.getByText('Boys Restroom 1F').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('heading', { name: 'The import has been undone' }).waitFor()
  expect(await portal().sql('select name from device')).toEqual([])
  expect(faults).toEqual([])
})

rare('labels of the new devices are printed, each with a code that opens its device', async () => {
  const { page, faults } = await open('/devices/import')
  const address = mac()
  await choose(page, 'labels.csv', ['Name,Mac,Site', `Music Room,${address},Riverside High School`])
  await page.getByRole('button', { name: 'Create 1', exact: true }).click()
  await page.getByRole('link', { name: 'Print 1 label' }).click()
  const label = page.getByRole('list', { name: 'Labels' }).getByRole('listitem')
  expect((await label.innerText()).split('\n').filter(Boolean)).toEqual([
    'Music Room',
    'Riverside High School',
    address,
  ])
  await label.getByRole('img', { name: 'Code that opens Music Room' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: 'Labels' }).waitFor({ state: 'hidden' })
  await label.waitFor()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to the import' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('heading', { name: 'The import has been undone' }).waitFor()
  expect(faults).toEqual([])
})

rare(
  'a file with one line says “1 line”, and lines say when they move a device or repeat a name',
  async () => {
    const { page, faults } = await open('/devices/import')
    const address = mac()
    await choose(page, 'one.csv', ['Name,Mac', `Hall,${address}`])
    await page.getByText('one.csv, 1 line, UTF-8').waitFor()
    await page.getByText('1 device will be created.').waitFor()
    await page.getByRole('button', { name: 'Create 1', exact: true }).click()
    await page.getByRole('heading', { name: '1 device created, 0 changed' }).waitFor()
    await page.getByRole('button', { name: 'Import another file' }).click()
    await choose(page, 'more.csv', [
      'Name,Mac,Site',
      `Hall,${address},Riverside High School`,
      `Library,${mac()},Riverside High School`,
      `Library,${mac()},Riverside High School`,
    ])
    await lines(page).getByText('will move').waitFor()
    await tile(page, 'will be created, please review').click()
    await lines(page).getByText('Second “Library” at this site; the first is on line 3').waitFor()
    await lines(page).getByText('will move').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  },
)

rare('an administrator imports sites in several levels', async () => {
  const { page, faults } = await open('/site/sub-sites')
  await page.getByRole('link', { name: 'Import' }).click()
  await choose(page, 'sites.csv', [
    'Name,Parent site',
    'East Campus,',
    'Gym,East Campus',
    'Hall A,East Campus / Gym',
  ])
  await page.getByRole('button', { name: 'Create 3', exact: true }).click()
  await page.getByRole('heading', { name: '3 sites created, 0 changed' }).waitFor()
  await page.getByRole('link', { name: 'Show the sites' }).click()
  await page.getByText('Hall A').waitFor()
  expect(faults).toEqual([])
})

rare('a file that cannot be read is refused with the reason, and another can be chosen', async () => {
  const { page, faults } = await open('/devices/import')
  await choose(page, 'budget.csv', ['Date,Amount', '2026-01-01,3'])
  await page.getByText('The first line must name the columns, and one of them must be “Mac”.').waitFor()
  await page.getByRole('button', { name: 'Other file' }).click()
  await choose(page, 'devices.csv', ['Name,Mac', `Hall,${mac()}`])
  await page.getByRole('button', { name: 'Create 1', exact: true }).waitFor()
  expect(faults).toEqual([])
})

rare(
  'a checked file that was replaced in another window says so when it is applied, and another can be chosen',
  async () => {
    const { page: first } = await open('/devices/import')
    await choose(first, 'first.csv', ['Name,Mac', `Attic,${mac()}`])
    await first.getByText('first.csv, 1 line').waitFor()
    const second = await first.context().newPage()
    await second.goto(`${portal().url}/devices/import`)
    await choose(second, 'second.csv', ['Name,Mac', `Cellar,${mac()}`])
    await second.getByText('second.csv, 1 line').waitFor()
    await first.getByRole('button', { name: 'Create 1', exact: true }).click()
    await first.getByText('You have uploaded another file since').first().waitFor()
    await first.reload()
    await first.getByRole('heading', { name: 'Another file has replaced this one' }).waitFor()
    await first.getByRole('button', { name: 'Other file' }).click()
    await first.getByRole('button', { name: 'Choose a file' }).waitFor()
  },
)

rare(
  'columns with unknown headings get the fields that the user chooses, and the file is checked again',
  async () => {
    const { page, faults } = await open('/devices/import')
    const field = async (heading: string, name: string) => {
      await page.getByRole('combobox', { name: `Field of the column ${heading}` }).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await choose(page, 'rooms.csv', ['Label,Raum', `${mac()},Aula`])
    await page.getByText('one of them must be “Mac”').waitFor()
    await field('Label', 'Hardware address')
    await lines(page).getByText('Please enter a name').waitFor()
    await field('Raum', 'Name')
    await page.getByRole('button', { name: 'Create 1', exact: true }).waitFor()
    await lines(page).getByText('Aula').waitFor()
    expect(faults).toEqual([])
  },
)

rare('columns with several problems get their fields one after the other', async () => {
  const { page, faults } = await open('/devices/import')
  const field = async (heading: string, name: string) => {
    await page.getByRole('combobox', { name: `Field of the column ${heading}` }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose(page, 'twice.csv', ['', 'Name;Device name;Serial', `Aula;A1;${mac()}`])
  await page.getByText('The columns “Name”, “Device name” mean the same.').waitFor()
  await field('Device name', 'not used')
  await page.getByText('one of them must be “Mac”').waitFor()
  await field('Serial', 'Hardware address')
  await page.getByRole('button', { name: 'Create 1', exact: true }).waitFor()
  expect(faults).toEqual([])
})

rare('keys whose file was lost on its way are issued again, and an undo that failed says why', async () => {
  const { page } = await open('/devices/import')
  await choose(page, 'lost.csv', ['Name,Mac', `Hall,${mac()}`])
  await page.getByRole('button', { name: 'Create 1', exact: true }).click()
  await page.route(
    '**/keys',
    async (route) => {
      await route.fetch()
      await page.getByText('please stay on this page').waitFor()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Download device keys' }).click()
  await page.getByText('The device keys have been issued.').waitFor()
  const again = page.getByRole('button', { name: 'Issue the keys again' })
  await again.click()
  const dialog = page.getByRole('dialog', { name: 'Issue the keys again?' })
  await dialog.getByText('The earlier keys then stop working').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await again.click()
  const [keys] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Issue the keys again' }).click(),
  ])
  expect((await textOf(keys)).trim().split('\r\n')).toHaveLength(2)
  await portal().sql('update csv_import set problem = $1', ['You no longer have permission to import'])
  await page.reload()
  await page.getByText('The import was not undone: You no longer have permission to import').waitFor()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('heading', { name: 'The import has been undone' }).waitFor()
})

rare('in Spanish, the reasons for refused lines and files are in Spanish too', async () => {
  const setLanguage = (settings: string) => portal().sql('update app_user set settings = $1', [settings])
  await setLanguage('{"Language":"es"}')
  onTestFinished(async () => void (await setLanguage('{}')))
  const { page, faults } = await open('/devices/import')
  const file = async (name: string, rows: readonly string[]) => {
    const buffer = Buffer.from(rows.join('\r\n'))
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  }
  await page.getByRole('button', { name: 'Elegir un archivo' }).waitFor()
  await file('dispositivos.csv', mixed())
  await page.getByText('No hay ningún sitio “Riverside Gim”').first().waitFor()
  await page.getByText('Se espera una dirección MAC como A4:CF:12:7B:03:9E').first().waitFor()
  await page.goto(`${portal().url}/devices/import`)
  await page.getByRole('button', { name: 'Elegir un archivo' }).waitFor()
  await file('vacío.csv', ['Name,Hardware address'])
  await page.getByText('El archivo tiene un encabezado, pero ninguna línea debajo.').waitFor()
  expect(faults).toEqual([])
})

rare('the template can be downloaded and imported', async () => {
  const { page, faults } = await open('/devices/import')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a template' }).click(),
  ])
  await choose(page, 'template.csv', (await textOf(template)).split('\r\n'))
  await page.getByText('4 lines, UTF-8').waitFor()
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('each step of an import is accessible, fits the screen and reports no errors', async () => {
    const { page, faults } = await open('/devices/import', screenOptions(screen))
    const found: string[] = []
    const inspect = async (name: string) => {
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    await page.getByRole('button', { name: 'Download a template' }).waitFor()
    await inspect('import-file')
    await choose(page, 'riverside-2026.csv', mixed())
    await lines(page).getByText('No site “Riverside Gim”').waitFor()
    await lines(page).getByRole('button', { name: 'Leave line 2 out' }).click()
    await page.getByRole('button', { name: 'Create 1', exact: true }).waitFor()
    await inspect('import-check')
    await lines(page).getByRole('button', { name: 'Put line 2 back' }).click()
    await page.getByRole('button', { name: 'Create 2', exact: true }).click()
    await page.getByRole('button', { name: 'Undo the import' }).waitFor()
    await inspect('import-done')
    await page.getByRole('link', { name: 'Print 2 labels' }).click()
    await page.getByRole('list', { name: 'Labels' }).waitFor()
    await inspect('import-labels')
    await page.getByRole('link', { name: 'Back to the import' }).click()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('heading', { name: 'The import has been undone' }).waitFor()
    await inspect('import-undone')
    expect([...found, ...faults]).toEqual([])
  })
})
