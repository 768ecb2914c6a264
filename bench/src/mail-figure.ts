import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@eot/server/database'
import { requestMail } from '@eot/server/features/messages/index'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { startMailSink } from '@eot/server/test/mail-sink'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { quantile, round } from './statistics.ts'

const pauseMs = 40
const hangingMails = 100
const hangingHost = 'hangs.example'

/**
 * Measures from the commit of an email request until the mail server has received it, while the server of another domain,
 * for which a hundred emails are due, accepts emails but never acknowledges them.
 */
export async function measureMail(isQuick: boolean): Promise<Figure> {
  const count = isQuick ? 100 : 500
  const sink = await startMailSink()
  sink.hold((receiver) => receiver.endsWith(`@${hangingHost}`))
  try {
    const environment = { SMTP_URL: sink.url }
    const delays = await withProgram(0, (bench) => takeDelays(bench, sink, count), { environment })
    return figureOf(delays, sink.heldCount())
  } finally {
    await sink.stop()
  }
}

type MailSink = Awaited<ReturnType<typeof startMailSink>>

async function takeDelays({ pool }: BenchProgram, sink: MailSink, count: number): Promise<number[]> {
  const db = queryBuilder<Database>(pool)
  const { id: userId } = await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const request = (receiver: string) =>
    requestMail(db, { kind: 'PasswordChanged', receiver, userId, at: new Date() })
  for (let n = 0; n < hangingMails; n++) await request(`${n}@${hangingHost}`)
  while (sink.heldCount() === 0) await delay(10)

  const requested = new Map<string, number>()
  const arrived = new Map<string, number>()
  let read = 0
  const noteArrivals = () => {
    for (; read < sink.received.length; read++) {
      const [receiver = ''] = sink.received[read]?.receivers ?? []
      if (requested.has(receiver)) arrived.set(receiver, performance.now())
    }
  }
  const watch = setInterval(noteArrivals, 5)
  for (let n = 0; n < count; n++) {
    const receiver = `${n}@host${n % 20}.example`
    requested.set(receiver, Number.NaN)
    await request(receiver)
    requested.set(receiver, performance.now())
    await delay(pauseMs)
  }
  const deadline = performance.now() + 30_000
  while (arrived.size < count && performance.now() < deadline) await delay(20)
  clearInterval(watch)
  expectCount('mails that reached the mail server', arrived.size, count)
  return [...requested].map(([receiver, at]) => (arrived.get(receiver) ?? Number.NaN) - at)
}

function figureOf(delays: readonly number[], hanging: number): Figure {
  const p99 = quantile(delays, 0.99)
  return msFigure({
    key: 'mail',
    title: `request to mail server, p99 while ${hanging} emails to another domain hang`,
    value: round(p99, 0),
    goal: 2000,
    floor: 10_000,
    details: {
      mails: delays.length,
      p50: round(quantile(delays, 0.5), 0),
      most: round(Math.max(...delays), 0),
    },
  })
}
