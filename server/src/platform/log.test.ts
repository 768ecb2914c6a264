import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function linesOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const chunks: string[] = []
  write(createLog('info', { write: (line) => void chunks.push(line) }))
  return chunks
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a log line is JSON with the level as a word and the time in UTC', () => {
  const [line] = linesOf((log) => log.warn({ device: 'AA' }, 'went silent'))
  expect(line).toMatchObject({ level: 'warn', device: 'AA', msg: 'went silent' })
  expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('values of fields named like secrets are never logged, at any depth', () => {
  const [line] = linesOf((log) =>
    log.info({
      password: 'hunter2',
      RefreshToken: 'hunter2',
      headers: { authorization: 'Bearer hunter2', cookie: 'a=hunter2', accept: 'json' },
      devices: [{ DeviceKey: 'hunter2', mac: 'AA' }],
      key: 'hunter2',
    }),
  )
  expect(JSON.stringify(line)).not.toContain('hunter2')
  expect(line).toMatchObject({ headers: { accept: 'json' }, devices: [{ mac: 'AA' }] })
})

test('a line break in a value does not start a new log line', () => {
  const lines = linesOf((log) => log.info({ name: 'a\r\n{"level":"fatal"}' }, 'b\nc'))
  expect(lines).toHaveLength(1)
})

test('an error keeps its message and stack', () => {
  const [line] = linesOf((log) => log.error({ err: new Error('disk full') }, 'failed'))
  expect(line).toMatchObject({ err: { message: 'disk full', stack: expect.stringContaining('log.test') } })
})

test('a circular structure does not crash the program', () => {
  const ring: Record<string, unknown> = { name: 'ring' }
  ring.self = ring
  expect(linesOf((log) => log.info({ ring }))).toHaveLength(1)
})
