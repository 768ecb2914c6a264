import type { Channel } from '@eot/contract/channels'
import type { Language } from '@eot/contract/languages'
import type { EmailType } from '@eot/contract/message-kinds'

/** The contents of a mail before layout. Texts are plain; the layout escapes them. */
export interface MailContent {
  language: Language
  subject: string
  /** Above the text. Default: the subject. */
  heading?: string
  /** The site that the mail is about. */
  place?: string
  /** The state of what the mail is about, above the heading. */
  tag?: { text: string; tone: 'critical' | 'serious' | 'caution' | 'info' | 'over' }
  /** The first lines of the mail. */
  greeting?: string
  paragraphs: string[]
  /** Draws what is shown after the paragraphs. Undefined if there is nothing to show; must not throw. */
  picture?: () => Promise<DrawnPicture | undefined>
  /** Makes a file that goes with the mail. Undefined if there is none; must not throw. */
  attachment?: () => Promise<{ fileName: string; mediaType: string; bytes: Buffer } | undefined>
  /** A list after the paragraphs, and what it leaves out. */
  rows?: { title: string; text: string }[]
  moreRows?: string
  /** The call to action. */
  action?: { label: string; url: string }
  /** A second link, below the first. */
  also?: { label: string; url: string }
  /** Something to copy, such as a temporary password. */
  shown?: { label: string; text: string }
  /** Additional information in small print. */
  notes?: string[]
}

/** A picture with its own background, at two pixels per unit. */
export interface DrawnPicture {
  png: Buffer
  /** The same for dark mail programs. Absent: the other one is shown there too. */
  darkPng?: Buffer | undefined
  width: number
  height: number
  alt: string
  /** The same in words, for the plain text. */
  words: string
}

export interface MailBody {
  text: string
  html: string
  /** Sent with the HTML, which shows it by its content id. */
  picture?: { cid: string; base64: string }
  darkPicture?: { cid: string; base64: string }
  attachment?: { fileName: string; mediaType: string; base64: string }
}

export interface RequestedMail {
  kind: EmailType
  receiver: string
  userId?: string
  siteId?: string
  /** What the composer needs besides the user; never a secret. */
  details?: Record<string, string>
  at: Date
  /** Not sent earlier. Default: `at`. */
  dueAt?: Date
}

export interface RequestedMessage extends RequestedMail {
  channel: Channel
}
