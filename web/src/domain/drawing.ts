import type { SitePath } from '@eot/contract/sites'
import type { AnswersTo } from '../lib/api/early-read.ts'
import { element } from '../lib/element.ts'

/** What drawing a page needs besides the responses. */
export interface Seen {
  /** The current site, whose time zone is shown. */
  site: SitePath
  /** Epoch ms. */
  now: number
}

/**
 * Draws the beginning of a page as the app will render it, from its first responses. undefined: they are not
 * sufficient.
 */
export type Drawing<Reads> = (answers: AnswersTo<Reads>, seen: Seen) => readonly HTMLElement[] | undefined

/** Gray lines where rows will be, as in the placeholder frame. */
export const rowsRoom = (className = ''): HTMLElement =>
  element('div', `card-room ${className}`, ...Array.from({ length: 7 }, () => element('i', '')))
