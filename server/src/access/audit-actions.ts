/**
 * Everything that the audit log can hold, by what it is about: what each entry means. A feature that audits something
 * new adds a line; docs/operations.md lists them.
 */
export const auditActions = {
  'access.refused': 'A signed-in user was refused a call: not permitted, missing, or outside their sites',
  'attempt.limited': 'A sign-in was refused unchecked after too many failures',

  'session.started': 'A user signed in',
  'session.step_asked': 'A sign-in needs a second factor or a new password first',
  'session.refused': 'A sign-in was refused',
  'session.ended': 'A user signed out',
  'session.token_reused': 'A refresh token came back after it had been replaced; its session was ended',
  'sso.linked': 'An identity of the single sign-on provider was linked to a user',

  'password.changed': 'A user chose a new password',
  'password.refused': 'A signed-in user gave a wrong password as proof',
  'password.reset': 'A user chose a new password with an emailed code',
  'password.reset_code': 'A code for a new password was made and emailed',
  'password.temporary': 'A temporary password was made and emailed',

  'second_factor.requested': 'A user began to set up a second factor',
  'second_factor.enabled': 'A user turned on a second factor',
  'second_factor.disabled': 'A user turned off the second factor',
  'second_factor.demanded': 'A session was limited to setting up the second factor that is now required',
  'second_factor.refused': 'A wrong code was given',
  'second_factor.recovery_code_used': 'A recovery code was used',
  'second_factor.recovery_codes_renewed': 'A user made new recovery codes',

  'user.created': 'A user was created together with a site, or at the first start',
  'user.registered': 'A user registered',
  'user.invited': 'A user was invited',
  'user.confirmed': 'A user confirmed their email address',
  'user.confirmation_code': 'A code to confirm an email address was made and emailed',
  'user.password_resent': 'A temporary password was requested for a user',
  'user.settings_changed': 'The settings of a user were changed',

  'site.created': 'A site was created',
  'site.registered': 'A customer registered a site',
  'gateway_token.created': 'A gateway token was created',
  'gateway_token.revoked': 'A gateway token was revoked',

  'device.created': 'A device was registered',
  'device.claimed': 'A device was claimed for a site',
  'device.key_replaced': 'A device got a new key',
  'device.key_revoked': 'All keys of a device were revoked',
  'device.alerts_ended': 'All open alerts of a device were ended by hand',

  'alert.confirmed': 'An alert was confirmed',
  'alert.unconfirmed': 'The confirmation of an alert was taken back',
  'alert.updated': 'The comment or finding of an alert was changed',

  'mail.read': 'An email that was kept instead of sent was read in the log',
} as const

export type AuditAction = keyof typeof auditActions
