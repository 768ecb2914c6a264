import { basicAuthorization, type DeviceIdentity } from './identity.ts'

export interface HttpCommandsOptions {
  readonly identity: DeviceIdentity
  readonly portalUrl: string
  readonly signal: AbortSignal
  /** Handles the command `refresh`: takes and reports a sample. If absent, the command is refused. */
  refresh?: (() => void) | undefined
  onTrouble?(error: Error): void
}

/** Runs the commands in responses to a device that reports over HTTP, each once, and answers them. */
export function createHttpCommands(options: HttpCommandsOptions) {
  const { identity, portalUrl, signal, refresh, onTrouble } = options
  const obeyed = new Set<string>()

  async function answer(id: string, result: 'Done' | 'Refused'): Promise<void> {
    const response = await fetch(new URL(`/api/ingest/commands/${id}`, portalUrl), {
      method: 'PUT',
      headers: { authorization: basicAuthorization(identity), 'content-type': 'application/json' },
      body: JSON.stringify({ Result: result }),
      signal,
    })
    await response.body?.cancel()
    // 404: it has expired or was answered before.
    if (!response.ok && response.status !== 404) throw new Error(`the server answered ${response.status}`)
  }

  return function obey(commands: readonly { Id: string; Command: string }[]): void {
    for (const { Id, Command } of commands) {
      if (obeyed.has(Id)) continue
      obeyed.add(Id)
      const isKnown = Command === 'refresh' && refresh !== undefined
      if (isKnown) refresh()
      answer(Id, isKnown ? 'Done' : 'Refused').catch((error: unknown) => {
        obeyed.delete(Id) // the server repeats it
        if (!signal.aborted) onTrouble?.(error instanceof Error ? error : new Error(String(error)))
      })
    }
  }
}
