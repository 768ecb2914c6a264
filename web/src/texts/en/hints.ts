/** Observations for people to check. */
export const hints = {
  title: 'Hints',
  ofAlert: 'What speaks for it',
  ofSteam: 'What speaks against it',
  about: 'For you to check. A hint never raises or ends an alert.',
  none: 'No room is unlike the others, and no sensor drifts.',
  vape: '{{sensors}} rose with it: {{values}}.',
  steam: 'Probably steam: humidity rose {{lead}} before the alert, {{values}}, and TVOC did not rise.',
  change: '{{usual}} to {{value}}',
  named: '{{sensor}} from {{change}}',
  unlike_one: '{{sensor}} is around {{value}}. In the other room of the site it is around {{usual}}.',
  unlike_other:
    '{{sensor}} is around {{value}}. In the other {{count}} rooms of the site it is around {{usual}}.',
  drift_one: '{{sensor}} has moved from {{usual}} to {{value}} in {{count}} day, unlike in the other rooms.',
  drift_other:
    '{{sensor}} has moved from {{usual}} to {{value}} in {{count}} days, unlike in the other rooms.',
  check: {
    RoomUnlikeOthers: 'Check the room and where the sensor is mounted.',
    SensorDrift: 'The sensor may need to be cleaned or calibrated.',
  },
  unanswered: 'Nobody has said yet whether such hints are right.',
  answered_one: '{{right}} of {{count}} such hint was right.',
  answered_other: '{{right}} of {{count}} such hints were right.',
  dismiss: 'Dismiss',
  dismissNamed: 'Dismiss the hint about {{name}}',
  reason: { Known: 'It is right, and known', Fixed: 'It was right, and is fixed', Wrong: 'It is wrong' },
  dismissed: {
    Known: 'Dismissed as known',
    Fixed: 'Dismissed as fixed',
    Wrong: 'Dismissed as wrong',
  },
  dismissedBy: '{{what}} by {{name}}',
  restore: 'Show again',
  restored: 'The hint is shown again',
  more_one: 'Show {{count}} more',
  more_other: 'Show {{count}} more',
}
