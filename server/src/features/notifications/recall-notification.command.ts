import type { Clock } from '../../platform/clock.ts'
import type { Recall } from '../messages/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { addressOf, findReceiverGate } from './receiver-gates.ts'
import { lockPaces, scheduleMessages } from './schedule-messages.command.ts'
import { waitingNotificationQueries } from './waiting-notifications.queries.ts'

/**
 * A mail server can fail for half an hour. In the meantime, people may leave, lose a site or change their address. A message
 * that they may no longer get is withdrawn, and its events are matched with them again.
 */
export const recallNotification =
  (clock: Clock): Recall =>
  async (tx, { channel, id, receiver, user_id: userId }) => {
    if (userId === null) return false
    const person = (await candidateQueries(tx).findPeople([userId])).get(userId)
    const queries = waitingNotificationQueries(tx, channel)
    const paths = await queries.listToldPaths(id)
    if (paths.length === 0) return false // it contains nothing that could be sent otherwise
    const isFine =
      person !== undefined &&
      (addressOf(channel, person) ?? '') === receiver &&
      paths.every((path) => findReceiverGate(person, path, channel) === null)
    if (isFine) return false
    const now = clock()
    await lockPaces(tx, [{ userId, channel }])
    await queries.takeBack(id, now)
    if (person) await scheduleMessages(tx, [{ userId, channel, readyAt: now }], now)
    return true
  }
