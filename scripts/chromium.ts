import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell comes first: it is Chromium without a desktop UI, and tests take a third less CPU.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

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
    // Older releases of Debian do not have the headless shell.
    const installed =
      apt('update') && (install('chromium-headless-shell') || install('chromium')) && findChromium()
    if (installed) return installed
  }
  console.log(
    'Chromium was not found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to the path of Chrome or Chromium.',
  )
  return undefined
}

function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(existsSync)
}

function install(name: string): boolean {
  return apt('install', '-y', '--no-install-recommends', name)
}

function apt(command: string, ...options: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync('apt-get', [command, '-qq', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  return run.status === 0
}
