/** The administration pages. */
export const admin = {
  title: 'Administration',
  sub: 'For this site and all sites below it',
  pages: {
    '/admin/notifications': 'Emails to users: recipient, subject and delivery status',
  },
}
