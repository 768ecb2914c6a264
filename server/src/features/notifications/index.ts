export { notificationMailComposers } from './compose-notification.command.ts'
export { forgetNotifications } from './forget-notifications.job.ts'
export { notifyFollower } from './notify.follower.ts'
export { reminding, remindJob } from './remind.job.ts'
