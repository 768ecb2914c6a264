/** What the installation is connected to, for system administrators. */
export const installation = {
  title: 'This installation',
  live: 'Web and live connection',
  connected: 'Connected',
  notConnected: 'Not connected; values are not updated',
  mqtt: 'MQTT',
  database: 'Database',
  free: '{{size}} free',
  elsewhere: 'On another server',
  mail: 'Email',
  mailServer: 'Sent through the mail server',
  noMailServer: 'No mail server set (SMTP_URL); emails are kept in the email log',
  texts: 'Text messages',
  textProvider: 'Sent through the provider',
  noTextProvider: 'No provider set (SMS_URL); text messages are kept in the text log',
} as const
