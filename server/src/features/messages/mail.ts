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
  /** The state of the mail's subject matter, shown above the heading. */
  tag?: { text: string; tone: 'critical' | 'serious' | 'caution' | 'info' | 'over' }
  /** The first lines of the mail. */
  greeting?: string
  paragraphs: string[]
  /** Draws the picture shown after the paragraphs. Returns undefined if there is nothing to show; must not throw. */
  picture?: () => Promise<DrawnPicture | undefined>
  /** Creates the attached file. Returns undefined if there is none; must not throw. */
  attachment?: () => Promise<{ fileName: string; mediaType: string; bytes: Buffer } | undefined>
  /** A list after the paragraphs, and how many entries it leaves out. */
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
  /** The same for dark mail programs. Absent: they show the other one. */
  darkPng?: Buffer | undefined
  width: number
  height: number
  alt: string
  /** The picture's content in words, for the plain text. */
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
  /** Data for the composer in addition to the user; never a secret. */
  details?: Record<string, string>
  at: Date
  /** The earliest time of sending. Default: `at`. */
  dueAt?: Date
}

export interface RequestedMessage extends RequestedMail {
  channel: Channel
}
