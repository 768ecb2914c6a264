import { resultTexts } from '@eot/contract/webhook-results'
import { expect, test } from 'vitest'
import { quarantineReasons } from '../server/src/features/ingest/writer/quarantine-reason.ts'
import { problems } from '../web/src/texts/es/problems.ts'
import { messagesIn } from './problem-messages.ts'
import { files, textOf } from './repository-files.ts'

/** Values of messages that are translated separately for each value. Other messages are tried with a number and a name. */
const values: Record<string, readonly string[]> = {
  'Some of the {} are not at this site or below it': ['devices', 'users'],
  'The password must have {}': [
    'at least 8 characters',
    'at most 256 characters',
    'something less common',
    'more than your own name or email address',
  ],
}

const isTranslated = (message: string) =>
  problems.messages[message] !== undefined || problems.patterns.some(([english]) => english.test(message))

test('every message about a form, an import or a webhook is translated into Spanish', () => {
  const read = files
    .filter((path) =>
      /^(contract\/src|server\/src\/(features|platform))\/.*(?<!\.test|\.nightly)\.ts$/.test(path),
    )
    .flatMap((path) => messagesIn(path, textOf(path)))
  const messages = [...read, ...Object.values(resultTexts), ...quarantineReasons]
  expect(read.length).toBeGreaterThan(150)
  const missing = [...new Set(messages)].filter((message) => {
    const known = values[message]
    if (known) return !known.every((value) => isTranslated(message.replace('{}', value)))
    return !['7', 'Name'].some((value) => isTranslated(message.replaceAll('{}', value)))
  })
  expect(missing).toEqual([])
})
