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

test('the browser that CHROMIUM_PATH names is taken before any other', () => {
  const path = join(directory, 'my-chrome')
  writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', path)
  expect(provideChromium()).toBe(path)
})

test('a CHROMIUM_PATH that leads nowhere is told and not replaced by another browser', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('CHROMIUM_PATH', join(directory, 'missing'))
  expect(provideChromium()).toBe(undefined)
  expect(log).toHaveBeenCalledWith(
    expect.stringMatching(/CHROMIUM_PATH is .*missing, but there is no such file/),
  )
})

test('without it, a browser on the path is found by its usual names', () => {
  const path = join(directory, 'google-chrome')
  writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.stubEnv('PATH', directory)
  expect(provideChromium()).toBe(path)
})
