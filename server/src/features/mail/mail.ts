/** What a mail says, before it is laid out. Texts are plain; the layout escapes them. */
export interface MailContent {
  subject: string
  /** Begins the mail. */
  greeting: string
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** Something to be copied, such as a temporary password. */
  shown?: { label: string; text: string }
  /** What to know besides, in small print. */
  notes?: string[]
}

export interface MailBody {
  text: string
  html: string
}

const minuteMs = 60_000

/** How long to wait after so many attempts that failed. */
export function retryDelayMs(attempts: number): number {
  const delays = [0.25, 1, 5, 15, 30]
  return (delays[Math.min(attempts, delays.length) - 1] ?? 0.25) * minuteMs
}
