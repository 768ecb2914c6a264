import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '../platform/start-refused.ts'

const isTerminal = () => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal. Throws `StartRefused` with the remedy if there is none. */
export async function ask(question: string, withoutTerminal: string): Promise<string> {
  if (!isTerminal()) throw new StartRefused(withoutTerminal)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

/**
 * Gets the passphrase of a backup from BACKUP_PASSPHRASE, or asks for it without showing it. It is never an argument, since
 * other users of the machine can read arguments.
 */
export async function getPassphrase({ isNew }: { isNew: boolean }): Promise<string> {
  const given = process.env.BACKUP_PASSPHRASE || (await askSecretly('passphrase: '))
  if (!isNew) return given
  if (given.length < fewestCharacters)
    throw new StartRefused(`a passphrase needs at least ${fewestCharacters} characters`)
  if (!process.env.BACKUP_PASSPHRASE && (await askSecretly('again: ')) !== given)
    throw new StartRefused('the two passphrases differ')
  return given
}

const fewestCharacters = 12

async function askSecretly(question: string): Promise<string> {
  if (!isTerminal()) throw new StartRefused('set BACKUP_PASSPHRASE, since there is no terminal to ask on')
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
