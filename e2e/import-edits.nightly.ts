import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, lines, mac, useImportDistrict } from './src/import-district.ts'

const { open } = useImportDistrict()

const expectFocus = (page: Page, role: 'combobox' | 'textbox', name: string) =>
  expect
    .poll(() => page.getByRole(role, { name }).evaluate((element) => element.matches(':focus')))
    .toBe(true)

test('refused lines are corrected in place with the keyboard, and a mistake in several lines with one click', async () => {
  const { page, faults } = await open('/devices/import')
  await choose(page, 'corrections.csv', [
    'Name,Mac,Site',
    'Chem Lab 2,A4:CF:12:7B:0G:31,Riverside High School',
    `Gym South,${mac()},Riverside High Scool`,
    `Gym North,${mac()},Riverside High Scool`,
    `,${mac()},Riverside High School`,
  ])
  const address = page.getByRole('textbox', { name: 'Hardware address, line 2' })
  await address.fill(mac())
  await address.press('Enter')
  // The focus goes on to the next wrong cell.
  await expectFocus(page, 'combobox', 'Site, line 3')
  await address.waitFor({ state: 'detached' })
  await lines(page).getByRole('button', { name: 'Use Riverside High School' }).first().click()
  await page.getByRole('button', { name: 'Create 3', exact: true }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name, line 5' })
  await name.fill('Library')
  await name.press('Enter')
  await page.getByRole('button', { name: 'Create 4', exact: true }).click()
  await page.getByRole('heading', { name: '4 devices created, 0 changed' }).waitFor()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('heading', { name: 'The import has been undone' }).waitFor()
  expect(faults).toEqual([])
})

test('the unknown site of a line is chosen from a list with the keyboard, for all lines that name it', async () => {
  const { page, faults } = await open('/devices/import')
  await choose(page, 'sites.csv', [
    'Name,Mac,Site',
    `Gym South,${mac()},Pavilion`,
    `Gym North,${mac()},Pavilion`,
    `,${mac()},Riverside High School`,
  ])
  await page.getByRole('combobox', { name: 'Site, line 2' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find a site' }).fill('riverside')
  await page.getByRole('option', { name: 'Northfield Schools / Riverside High School' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create 2', exact: true }).waitFor()
  await lines(page).getByText('Pavilion').waitFor({ state: 'detached' })
  await expectFocus(page, 'textbox', 'Name, line 4')
  expect(faults).toEqual([])
})

test('a line is left out of the import and put back, and lines are grouped by what has to be looked at', async () => {
  const { page, faults } = await open('/devices/import')
  const address = mac()
  await choose(page, 'twice.csv', ['Name,Mac', `Library,${address}`, `Lab,${address}`, `Hall,${mac()}`])
  await page.getByRole('button', { name: 'Create 2', exact: true }).waitFor()
  await lines(page).getByRole('button', { name: 'Leave line 3 out' }).click()
  await lines(page).getByRole('rowheader', { name: 'Left out' }).waitFor()
  await lines(page).getByRole('rowheader', { name: 'All fine' }).waitFor()
  await page.getByText('1 line is left out as you chose.').waitFor()
  await lines(page).getByRole('button', { name: 'Leave line 4 out' }).click()
  await page.getByRole('button', { name: 'Create 1', exact: true }).waitFor()
  await lines(page).getByRole('button', { name: 'Put line 4 back' }).click()
  await page.getByRole('button', { name: 'Create 2', exact: true }).click()
  await page.getByRole('heading', { name: '2 devices created, 0 changed' }).waitFor()
  await page.getByText('1 line left out as you chose').waitFor()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('heading', { name: 'The import has been undone' }).waitFor()
  expect(faults).toEqual([])
})

test('a correction that could not be sent is sent again with the same value, and nothing is applied before it', async () => {
  const { page, faults } = await open('/devices/import')
  await choose(page, 'offline.csv', ['Name,Mac', `,${mac()}`, `,${mac()}`, `Hall,${mac()}`])
  const nameOf = (line: number) => page.getByRole('textbox', { name: `Name, line ${line}` })
  await nameOf(2).fill('Library')
  await page.context().setOffline(true)
  await nameOf(2).press('Enter')
  await page.getByRole('alert').getByText('Failed:').waitFor()
  await page.context().setOffline(false)
  // Holds the second of two corrections until it has been seen that the file cannot be applied before it.
  const { promise: seen, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  await page.route('**/corrections', async (route) => {
    if (route.request().postDataJSON().Line === 3) {
      hold()
      await seen
    }
    await route.continue()
  })
  await nameOf(2).press('Enter')
  await nameOf(3).fill('Lab')
  await nameOf(3).press('Enter')
  await held
  await page.getByRole('button', { name: 'Create 2', exact: true, disabled: true }).waitFor()
  release()
  await page.getByRole('button', { name: 'Create 3', exact: true, disabled: false }).waitFor()
  expect(faults.filter((fault) => !fault.startsWith('Failed to load'))).toEqual([])
})

test('the page asks before it is left while corrections wait for the check of others', async () => {
  const { page, faults } = await open('/devices/import')
  await choose(page, 'waiting.csv', ['Name,Mac', `,${mac()}`, `,${mac()}`])
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/corrections', async (route) => {
    await left
    await route.continue()
  })
  for (const line of [2, 3]) {
    const name = page.getByRole('textbox', { name: `Name, line ${line}` })
    await name.fill('Library')
    await name.press('Enter')
  }
  await page.getByRole('button', { name: 'Other file' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByText('Some corrections wait').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  leave()
  await page.getByRole('button', { name: 'Create 2', exact: true, disabled: false }).waitFor()
  await page.getByRole('button', { name: 'Other file' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  expect(faults).toEqual([])
})
