import type { EmailType } from '@eot/contract/logs'

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

export interface RequestedMail {
  kind: EmailType
  receiver: string
  userId?: string
  siteId?: string
  /** What the composer needs to know besides the user; never a secret. */
  details?: Record<string, string>
  at: Date
}
