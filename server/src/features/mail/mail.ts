import type { EmailType } from '@eot/contract/logs'

/** The contents of a mail before layout. Texts are plain; the layout escapes them. */
export interface MailContent {
  subject: string
  /** The first lines of the mail. */
  greeting: string
  paragraphs: string[]
  /** The call to action. */
  action?: { label: string; url: string }
  /** Something to copy, such as a temporary password. */
  shown?: { label: string; text: string }
  /** Additional information in small print. */
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
  /** What the composer needs besides the user; never a secret. */
  details?: Record<string, string>
  at: Date
}
