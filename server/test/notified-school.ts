import { notifyFleet } from './notify-fleet.ts'
import { notifyMails } from './notify-mails.ts'

export const minute = 60_000
/** Monday in Chicago. */
const start = Date.parse('2027-11-08T10:36:04-06:00')

/** Creates a school with a restroom, and Ann, who is notified of the start and end of all alerts there. */
export async function notifiedSchool() {
  const fleet = await notifyFleet(start)
  const { db, make, subscribe } = fleet
  const district = await make.site({ name: 'District' })
  const site = await make.site({ parent: district, name: 'Lincoln High', time_zone: 'America/Chicago' })
  const room = await make.device({ site, name: 'Restroom 2F' })
  const ann = await make.user({ site: district, full_name: 'Ann' })
  await subscribe({
    site: district,
    name: 'Restrooms',
    users: [ann],
    events: ['AlertStarted', 'AlertEnded', 'AlertConfirmed'],
  })
  const mails = await notifyMails(fleet)
  const subjects = () => mails.to(ann).map(({ subject }) => subject)
  const statuses = async () =>
    (
      await db.selectFrom('notification').select(['kind', 'status', 'reason']).orderBy('event_seq').execute()
    ).map(({ kind, status, reason }) => `${kind} ${reason ?? status}`)
  return { ...fleet, ...mails, district, site, room, ann, subjects, statuses }
}
