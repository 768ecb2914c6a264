import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Language } from '@eot/contract/languages'
import { users } from '@eot/contract/users'
import { type KeptSecrets, readSecrets } from '@eot/demo/kept-secrets'
import { basicAuthorization } from '@eot/fleet/identity'
import { launchProgram } from '@eot/server/test/child-program'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { signInToApi } from '../api.ts'

const script = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))

/** A running demo, and its administrator. */
export interface Demo {
  url: string
  person: { email: string; password: string }
  /** Changes the language of the administrator. */
  speak(language: Language): Promise<void>
  /** Causes alerts in two rooms at once, for which one would otherwise wait long. */
  disturb(): Promise<void>
}

/** Starts the demo in a new directory, and stops it after `use`. */
export async function withDemo<Result>(use: (demo: Demo) => Promise<Result>): Promise<Result> {
  const dataDir = await makeTemporaryDirectory()
  const program = launchProgram({ dataDir, script, environment: { DEMO: '1' } })
  try {
    const { http } = await program.ready
    return await use(demoAt(`http://localhost:${http}`, await readSecrets(dataDir)))
  } finally {
    await program.stop()
    await rm(dataDir, { recursive: true })
  }
}

function demoAt(url: string, secrets: KeptSecrets): Demo {
  const person = personOf(secrets)
  return {
    url,
    person,
    async speak(language) {
      const ask = await signInToApi(url, person)
      const { Id } = await ask(users.me)
      await ask(users.update, { params: { id: Id }, body: { Settings: { Language: language } } })
    },
    disturb: () => disturb(url, secrets),
  }
}

async function disturb(url: string, { devices }: KeptSecrets): Promise<void> {
  const incidents = [
    { roomType: 'restroom', readings: { vape: 82 } },
    { roomType: 'gym', readings: { sound: 104 } },
  ]
  for (const { roomType, readings } of incidents) {
    const room = devices.find((device) => device.roomType === roomType)
    if (!room) throw new Error(`the demo has no ${roomType}`)
    const response = await fetch(`${url}/api/ingest/readings`, {
      method: 'POST',
      headers: { authorization: basicAuthorization(room), 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    })
    if (!response.ok) throw new Error(`the portal returned ${response.status} for a reading`)
  }
}

function personOf({ accounts }: KeptSecrets): Demo['person'] {
  const account = accounts.find(({ role }) => role === 'Site Administrator')
  if (!account?.password) throw new Error('the demo has no administrator')
  return { email: account.email, password: account.password }
}
