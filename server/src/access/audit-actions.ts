/**
 * All actions in the audit log with their meanings, grouped by subject. A feature with a new action adds a line here;
 * docs/operations.md lists them.
 */
export const auditActions = {
  'access.refused':
    'A request of a signed-in user was refused: not permitted, or for a missing or foreign record',
  'attempt.limited': 'A sign-in was refused without a check after too many failures',

  'session.started': 'A user signed in',
  'session.step_asked': 'A sign-in requires a second factor or a new password',
  'session.refused': 'A sign-in was refused',
  'session.ended': 'A user signed out',
  'session.token_reused': 'A refresh token was used after it had been replaced; its session was ended',
  'sso.linked': 'An identity of the single sign-on provider was linked to a user',

  'password.changed': 'A user chose a new password',
  'password.refused': 'A signed-in user entered a wrong password to authorize a change',
  'password.reset': 'A user chose a new password with an emailed code',
  'password.reset_code': 'A code to reset a password was created and emailed',
  'password.temporary': 'A temporary password was created and emailed',

  'second_factor.requested': 'A user began to set up a second factor',
  'second_factor.enabled': 'A user turned on a second factor',
  'second_factor.disabled': 'A user turned off the second factor',
  'second_factor.reset': 'An administrator removed the second factor of a user who had lost it',
  'second_factor.demanded': 'A session was limited to setting up the second factor that is now required',
  'second_factor.refused': 'A wrong code was entered',
  'second_factor.recovery_code_used': 'A recovery code was used',
  'second_factor.recovery_codes_renewed': 'A user created new recovery codes',

  'user.created': 'A user was created together with a site, or at the first start',
  'user.registered': 'A user registered',
  'user.invited': 'A user was invited',
  'user.confirmed': 'A user confirmed their email address',
  'user.confirmation_code': 'A code to confirm an email address was created and emailed',
  'user.password_resent': 'A temporary password was requested for a user',
  'user.settings_changed': 'The settings of a user were changed',
  'user.moved_away': 'A user left a site for another one; recorded at the former site',
  'user.changed': 'The profile, notices, role, site, email or required second factor of a user were changed',
  'user.deactivated': 'A user was deactivated and their sessions ended',
  'user.reactivated': 'A user was activated again',
  'user.deleted': 'A user was deleted and their sessions ended',

  'site.created': 'A site was created',
  'site.updated': 'A site was changed, moved, activated or deactivated',
  'site.deleted': 'A site was deleted',
  'site.moved': 'A site was moved to another parent together with others',
  'site.moved_away': 'A site left its parent for another one; recorded at the former place',
  'site.outage_started': 'Most devices of a site fell silent together',
  'site.outage_ended': 'Most devices of a site that had fallen silent together are back',
  'site.registered': 'A customer registered a site',
  'gateway_token.created': 'A gateway token was created',
  'gateway_token.revoked': 'A gateway token was revoked',

  'device.created': 'A device was registered',
  'device.claimed': 'A device was claimed for a site',
  'device.changed': 'A device was changed',
  'device.moved': 'A device was moved to another site',
  'device.moved_away': 'A device left a site for another one; recorded at the former site',
  'device.refresh_requested': 'A device was asked to report all readings',
  'device.released': 'A device was returned to the inventory',
  'device.deleted': 'A device was deleted',
  'device.key_replaced': 'A device got a new key',
  'device.key_revoked': 'All keys of a device were revoked',
  'device.alerts_ended': 'A user ended all open alerts of a device',

  'device_group.created': 'A device group was added',
  'device_group.updated': 'A device group or its devices were changed',
  'device_group.moved_away': 'A device group left a site for another one; recorded at the former site',
  'device_group.deleted': 'A device group was deleted',
  'user_list.created': 'A user list was added',
  'user_list.updated': 'A user list or its users were changed',
  'user_list.moved_away': 'A user list left a site for another one; recorded at the former site',
  'user_list.deleted': 'A user list was deleted',

  'blacklist.blocked': 'An address was blocked after failed messages, or by an administrator',
  'blacklist.unblocked': 'An address was unblocked',

  'maintenance.created': 'A maintenance window was planned or started',
  'maintenance.changed': 'A maintenance window was changed or extended',
  'maintenance.ended': 'A user ended a maintenance window early',
  'maintenance.canceled': 'A maintenance window was canceled before it began, or deleted with its site',

  'subscription.created': 'A subscription was added',
  'subscription.updated': 'A subscription was changed',
  'subscription.deleted': 'A subscription was deleted',
  'subscription.tested': 'A test of a subscription was sent',
  'report.requested': 'A report was requested',
  'report.canceled': 'The making of a report was canceled',
  'report.deleted': 'A report was deleted',
  'report.settings_changed': 'How the reports of a site are made and sent was changed',
  'system_message.created': 'A system message was added',
  'system_message.updated': 'A system message was changed',
  'system_message.deleted': 'A system message was deleted',
  'rules.changed': 'Alert rules of a device, site or model were changed',
  'model.created': 'A device model was added',
  'model.changed': 'A device model was changed or retired',

  'alert.confirmed': 'An alert was confirmed',
  'alert.unconfirmed': 'The confirmation of an alert was withdrawn',
  'alert.updated': 'The comment or disposition of an alert was changed',

  'alert.snoozed': 'The reminders of an alert were snoozed',
  'alert.snooze_ended': 'A user ended the snooze of an alert',

  'import.applied': 'A file of devices or sites was imported',
  'import.undone': 'An import was undone',
  'import.keys_issued': 'The keys of the devices created by an import were issued',

  'mail.read': 'An unsent email or text message was read in its log',
  'mail.resent': 'A failed or expired email was requested again',
} as const

export type AuditAction = keyof typeof auditActions
