import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'

declare const navigator: { clipboard: { readText(): Promise<string> } }

const run = promisify(execFile)

export const addDeviceDrawer = (page: Page) =>
  page.getByLabel('Add device', { exact: true }).filter({ has: page.getByRole('list', { name: 'Steps' }) })

/** Completes the first step on the devices page and returns the drawer at its second step. */
export async function addDevice(
  page: Page,
  device: { name: string; mac: string; site: string },
): Promise<Locator> {
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const drawer = addDeviceDrawer(page)
  await drawer.getByLabel('Name', { exact: true }).fill(device.name)
  await drawer.getByLabel('Hardware address').fill(device.mac)
  await drawer.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: device.site }).click()
  await drawer.getByRole('button', { name: 'Add device' }).click()
  await drawer.getByRole('heading', { name: 'The key is shown once' }).waitFor()
  return drawer
}

/** Reads a row of the drawer, such as the device key. */
export const shownValue = (drawer: Locator, name: string): Promise<string> =>
  drawer
    .locator('dl > div')
    .filter({ has: drawer.page().getByText(name, { exact: true }) })
    .locator('.mono')
    .innerText()

/** Presses the copy button next to it and returns the clipboard. */
export async function copyFrom(drawer: Locator, label: string): Promise<string> {
  await drawer.getByRole('button', { name: `Copy: ${label}` }).click()
  return drawer.page().evaluate(() => navigator.clipboard.readText())
}

/** Runs a command in a shell and returns its output; throws if it fails. */
export async function runInShell(command: string): Promise<string> {
  return (await run('/bin/sh', ['-c', command])).stdout
}

/** Arguments of a command after shell expansion. */
export async function wordsOf(command: string): Promise<string[]> {
  const [program] = command.split(' ')
  const printed = await runInShell(`${program}() { printf '%s\\0' "$@"; }\n${command}`)
  return printed.split('\0').slice(0, -1)
}
