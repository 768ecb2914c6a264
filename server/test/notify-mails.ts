import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { createEgress } from '../src/platform/egress/egress.ts'
import { createLog } from '../src/platform/log.ts'
import { createPasswordHashing } from '../src/platform/password-hashing.ts'
import { createSmtpMailer } from '../src/platform/smtp.ts'
import { createTextSender } from '../src/platform/text-sender.ts'
import { type ReceivedMail, startMailSink } from './mail-sink.ts'
import type { notifyFleet } from './notify-fleet.ts'
import { startPushSink } from './push-sink.ts'
import { createJobs } from './test-jobs.ts'
import { startTextSink } from './text-sink.ts'

type Fleet = Awaited<ReturnType<typeof notifyFleet>>

/** Delivers the fleet's emails and text messages to real servers, when they are due at the time set by the test. */
export async function notifyMails({ clock, db, follow, make, pool, time }: Fleet) {
  const sink = await startMailSink()
  const mailer = createSmtpMailer(sink.url)
  const textSink = await startTextSink()
  const texts = createTextSender(textSink.url)
  const pushSink = await startPushSink()
  const egress = createEgress(['127.0.0.1'])
  onTestFinished(async () => {
    mailer.close()
    await sink.stop()
    await textSink.stop()
    await pushSink.stop()
  })
  const passwords = await createPasswordHashing()
  const log = createLog(process.env.LOG_LEVEL ?? 'silent')
  const jobsWith = (secretKey: Buffer) =>
    createJobs({ clock, db, pool, log, passwords, secretKey, mailer, texts, egress })
  let jobs = jobsWith(Buffer.alloc(32, 7))

  /**
   * Sends due messages. The queue has a separate clock, which is far behind. `behindMs`: how far the clock of this worker is
   * behind.
   */
  async function deliver(behindMs = 0): Promise<void> {
    // A job that is locked is being handled, or hastened by another call.
    await sql`update jobs.job set start_after = now() - interval '1 second'
      where (name, id) in (
        select name, id from jobs.job where state in ('created', 'retry') and start_after <= ${clock()}
        for update skip locked
      )`.execute(db)
    time.now -= behindMs
    await jobs.runDue()
    time.now += behindMs
  }

  return {
    sink,
    textSink,
    /** Registers a browser of a person in which notifications are on. */
    async openBrowser(user: { id: string }) {
      const browser = pushSink.open()
      const { Endpoint: endpoint, Keys } = browser.registration
      await make.pushBrowser(
        { user },
        { endpoint, public_key: Keys.P256dh, auth_secret: Keys.Auth, seen_at: clock() },
      )
      return browser
    },
    deliver,
    /** Delivers with another secret key from now on. */
    useSecretKey(secretKey: Buffer): void {
      jobs = jobsWith(secretKey)
    },
    /** Handles new events and sends due messages. */
    async run(): Promise<void> {
      await follow()
      await deliver()
    },
    /** Advances the clock in steps and sends the messages that are due after each step. */
    async wait(seconds: number, step = seconds): Promise<void> {
      for (let passed = 0; passed < seconds; passed += step) {
        time.now += step * 1000
        await follow()
        await deliver()
      }
    },
    to: ({ email }: { email: string }): ReceivedMail[] =>
      sink.received.filter(({ receivers }) => receivers.includes(email)),
  }
}
