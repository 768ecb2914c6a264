import { findLanguage } from '../../access/settings.queries.ts'
import type { ComposeMail } from '../messages/index.ts'
import { stallMail } from './stall-mail.ts'

/** Composes the email to the operators of the installation. */
export const composeProgramStalled =
  (publicUrl: string): ComposeMail =>
  async (tx, { user_id: userId, site_id: siteId, details }) => ({
    content: stallMail(details, await findLanguage(tx, userId), publicUrl),
    userId,
    siteId,
  })
