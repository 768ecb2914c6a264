/** The administration pages. */
export const admin = {
  title: 'Administration',
  sub: 'For this site and all sites below it',
  pages: {
    '/admin/users': 'Everybody who can sign in: role, site, second factor and invitations',
    '/admin/sites': 'All sites as a tree: find, add, move and deactivate them',
    '/admin/devices': 'All devices, the inventory and the device models',
    '/admin/system-messages': 'Banners for the people of some sites, by role and time',
    '/admin/alerts': 'Alerts of all sites',
    '/admin/audit': 'Who changed what, before and after, and every sign-in',
    '/admin/notifications':
      'Emails, text messages and browser notifications: recipient, subject and every attempt',
    '/admin/webhooks': 'Every delivery of webhooks: attempts, responses and resending',
    '/admin/blacklist': 'Addresses and numbers that get no messages, why, and how to unblock them',
  },
}
