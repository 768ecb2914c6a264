import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bulkCommand } from './bulk-command.ts'

test('the command sends one sample per line', () => {
  const command = bulkCommand('secret', 'https://eot.example')
  const printing = command.slice(0, command.lastIndexOf('|')).replaceAll('\\\n', '')
  const sent = execFileSync('sh', ['-c', printing], { encoding: 'utf8' })
  const samples = sent
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(samples).toHaveLength(2)
  expect(samples[0]).toMatchObject({ mac: 'A4:CF:12:7B:03:9E', readings: { temperature: 21.4 } })
})

test('the command reports to the portal it was copied from, with its own token', () => {
  const command = bulkCommand('secret', 'https://eot.example')
  expect(command).toContain('curl https://eot.example/api/ingest/bulk')
  expect(command).toContain("-H 'authorization: Bearer secret'")
  expect(command).toContain("-H 'content-type: application/x-ndjson'")
})
