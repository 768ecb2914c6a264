import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { provideChromium } from './chromium.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'eot-chromium-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(directory, { recursive: true })
})

test('the browser at CHROMIUM_PATH takes precedence over any other', () => {
  const path = join(directory, 'my-chrome')
  writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', path)
  expect(provideChromium()).toBe(path)
})

test('a CHROMIUM_PATH that does not exist is reported, and no other browser is used', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('CHROMIUM_PATH', join(directory, 'missing'))
  expect(provideChromium()).toBe(undefined)
  expect(log).toHaveBeenCalledWith(
    expect.stringMatching(/CHROMIUM_PATH is .*missing, but there is no such file/),
  )
})

test('without CHROMIUM_PATH, a browser with a common name is found on the PATH', () => {
  const path = join(directory, 'google-chrome')
  writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.stubEnv('PATH', directory)
  expect(provideChromium()).toBe(path)
})

test('the headless shell is preferred to the full browser', () => {
  const path = join(directory, 'chromium-headless-shell')
  for (const file of [path, join(directory, 'chromium')]) writeFileSync(file, '')
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.stubEnv('PATH', directory)
  expect(provideChromium()).toBe(path)
})
