/** A command from the server, as parsed by the device. */
export interface DeviceCommand {
  readonly command: string
  /** Echoed in the response if the server sent one. */
  readonly id?: string | number
}

/** Parses `{"command": "refresh", "id": …}` or a bare word. For anything else, `command` is the raw text. */
export function commandOf(payload: Buffer): DeviceCommand {
  const text = payload.toString('utf8').trim().slice(0, 200)
  if (!text.startsWith('{')) return { command: text.replace(/^"|"$/g, '') }
  try {
    const fields: Record<string, unknown> = JSON.parse(text)
    const command = String(fields.command ?? fields.Command ?? '')
    const id = fields.id ?? fields.Id
    return typeof id === 'string' || typeof id === 'number' ? { command, id } : { command }
  } catch {
    return { command: text } // quoted in the refusal
  }
}
