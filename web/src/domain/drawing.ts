import type { SitePath } from '@eot/contract/sites'
import type { AnswersTo } from '../lib/api/early-read.ts'
import { element } from '../lib/element.ts'

/** What the drawing of a page needs besides its answers. */
export interface Seen {
  /** The current site, whose time zone is shown. */
  site: SitePath
  /** Epoch ms. */
  now: number
}

/**
 * Draws the beginning of a page as the app will render it, from what it reads first. undefined: the answers are not
 * enough to tell.
 */
export type Drawing<Reads> = (answers: AnswersTo<Reads>, seen: Seen) => readonly HTMLElement[] | undefined

/** Gray lines where rows will be, as in the placeholder frame. */
export const rowsRoom = (className = ''): HTMLElement =>
  element('div', `card-room ${className}`, ...Array.from({ length: 7 }, () => element('i', '')))
