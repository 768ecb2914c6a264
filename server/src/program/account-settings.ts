import { z } from 'zod'
import { parseSecretKey } from '../platform/secret-key.ts'
import { webhookKey } from '../platform/standard-webhook.ts'
import { type Setting, text, url } from './setting-schemas.ts'

/** Settings of accounts: the first administrator, the secret key, messages and single sign-on. */
export const accountSettings = {
  adminEmail: {
    name: 'ADMIN_EMAIL',
    schema: z.email(),
    expected: 'an email address',
    description:
      'First system administrator, created in an empty database. Default: a generated account, printed once',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    schema: text.min(10).max(128),
    expected: '10 to 128 characters',
    description: 'Password of the first system administrator',
    secret: true,
  },
  secretKey: {
    name: 'SECRET_KEY',
    schema: text.transform(parseSecretKey).refine((key) => key !== undefined),
    expected: '32 bytes as base64 or hex',
    description:
      'Key that encrypts stored secrets. Default: generated once and kept in `DATA_DIR/secret.key`',
    secret: true,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    schema: url('smtp', 'smtps'),
    expected: 'an smtp:// or smtps:// address',
    description:
      'Mail server. Default: none; emails are kept in the email log and printed to the log of the program',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    schema: text.regex(/^(?:[^<>\r\n]* )?<?[^\s<>@]+@[^\s<>@]+>?$/),
    expected: 'an address such as portal@example.org or EoT LIVE <portal@example.org>',
    description: 'Sender of emails. Default: `no-reply@` the host of `PUBLIC_URL`',
  },
  mailWebhookSecret: {
    name: 'MAIL_WEBHOOK_SECRET',
    schema: text.transform(webhookKey).refine((key) => key !== undefined),
    expected: 'whsec_ and 24 to 64 bytes as base64',
    description:
      'Secret with which the email provider signs its reports to `PUBLIC_URL/api/callbacks/emails`. Default: none; reports are refused',
    secret: true,
  },
  smsUrl: {
    name: 'SMS_URL',
    schema: url('http', 'https'),
    expected: 'an http:// or https:// address',
    description:
      'Provider of text messages: the `…/Messages.json` address of Twilio with user and password, or an address that gets the message in the placeholders `{to}`, `{text}` and `{id}` or as JSON. Default: none; text messages are kept in the text log',
    secret: true,
  },
  smsWebhookSecret: {
    name: 'SMS_WEBHOOK_SECRET',
    schema: text,
    expected: 'the auth token of the Twilio account',
    description:
      'Auth token with which Twilio signs its reports and replies such as STOP to `PUBLIC_URL/api/callbacks/texts`. Default: none; reports are refused',
    secret: true,
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    default: 'https://login.microsoftonline.com/organizations/v2.0',
    schema: url('https', 'http'),
    expected: 'an https:// address',
    description: 'OpenID Connect issuer for single sign-on; Microsoft Entra by default',
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    schema: text,
    expected: 'the client id assigned by the issuer',
    description:
      'Client id at the issuer; without it there is no single sign-on. The redirect URI is `PUBLIC_URL/azure`',
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    schema: text,
    expected: 'the client secret assigned by the issuer',
    description: 'Client secret at the issuer',
    secret: true,
  },
} satisfies Record<string, Setting>
