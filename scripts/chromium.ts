import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Returns the path of Chromium, installing it if possible; otherwise prints how to get it and returns undefined. */
export function provideChromium(): string | undefined {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH) {
    console.log(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, but there is no such file.`)
    return undefined
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('installing Chromium for the browser tests …')
    const installed =
      apt('update', '-qq') &&
      apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') &&
      findChromium()
    if (installed) return installed
  }
  console.log(
    'Chromium was not found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to the path of Chrome or Chromium.',
  )
  return undefined
}

function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(existsSync)
}

function apt(...options: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', options, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}
