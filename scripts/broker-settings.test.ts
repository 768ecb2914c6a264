import { expect, test } from 'vitest'
import { drillSection, listCommandBlocks } from './document-blocks.ts'
import { textOf } from './repository-files.ts'

const block = listCommandBlocks(textOf('docs/operations.md')).find(
  ({ section, step }) => section === drillSection && step === 'Broker',
)
/** Settings of the place: where a broker listens, with which certificate, and where its files are. */
const isOfPlace = /^(listener|certfile|keyfile|pid_file|log_dest)\b/

/** Lists the settings or access rules in a text, sorted, without comments and without the folders of files. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !isOfPlace.test(line))
    .map((line) => line.replace(/^(\w+_(?:file|location)) .*/, '$1'))
    .sort()

/** Returns the file that the commands of the manual write. */
function writtenBy(file: string): string {
  const [, text] = block?.code.match(new RegExp(`cat > ${file} <<'?END'?\n([\\s\\S]*?)END\n`)) ?? []
  if (text === undefined) throw new Error(`the manual does not write ${file}`)
  return text
}

test('the broker of the manual has the same settings and access rules as that of the containers', () => {
  const settings = linesOf(textOf('deploy/docker/mosquitto.conf'))
  expect(settings).toContain('max_inflight_messages 0')
  expect(linesOf(writtenBy('mqtt/mosquitto.conf'))).toEqual(settings)
  const rules = linesOf(textOf('deploy/docker/mosquitto.acl'))
  expect(rules).toContain('pattern read eot/%u/commands')
  expect(linesOf(writtenBy('mqtt/access'))).toEqual(rules)
})
