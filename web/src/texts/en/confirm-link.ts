/** The page behind the link in an email about an alert. */
export const confirmLink = {
  title: 'Confirm an alert',
  expired: 'This link has expired',
  expiredText: 'The link in an alert email works for 24 hours. The alert is still in the list.',
  seeAlerts: 'See the alerts',
  seeAlert: 'See everything about this alert',
  forwarded: 'This link was sent to someone else. You are confirming as {{name}}.',
  mayNot: 'Your role does not allow you to confirm alerts.',
  notSent: 'Not confirmed: {{reason}}',
  ended: 'Ended after {{duration}}',
  over: 'The alert has ended. Was it real?',
  oneTap: 'One tap confirms. You can undo it afterward.',
  staysOpen: 'The alert stays open until its values are back to normal.',
  nothingLeft: 'There is nothing left to do.',
}
