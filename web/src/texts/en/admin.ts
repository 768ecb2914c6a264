/** The pages of who looks after the whole installation. */
export const admin = {
  title: 'Administration',
  sub: 'For the current site and all below it',
  pages: {
    '/admin/notifications': 'Mails to users: to whom, what about, and whether they were sent',
  },
}
