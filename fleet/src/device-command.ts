/** An order from the server, as far as the device can read it. */
export interface DeviceCommand {
  readonly command: string
  /** Repeated in the answer where the server gave one. */
  readonly id?: string | number
}

/** Reads `{"command": "refresh", "id": …}` or the bare word; what cannot be read is a command called by its text. */
export function commandOf(payload: Buffer): DeviceCommand {
  const text = payload.toString('utf8').trim().slice(0, 200)
  if (!text.startsWith('{')) return { command: text.replace(/^"|"$/g, '') }
  try {
    const fields: Record<string, unknown> = JSON.parse(text)
    const command = String(fields.command ?? fields.Command ?? '')
    const id = fields.id ?? fields.Id
    return typeof id === 'string' || typeof id === 'number' ? { command, id } : { command }
  } catch {
    return { command: text } // the refusal quotes it
  }
}
