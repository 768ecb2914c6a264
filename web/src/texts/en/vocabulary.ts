import { alertTypeNames, sensorNames } from '@eot/contract/shown-names'

/** Terms used on many pages: sensors, alert types, severities, dispositions, end reasons. */
export const vocabulary = {
  sensor: sensorNames,
  alertType: alertTypeNames,
  severity: {
    Critical: 'Critical',
    Serious: 'Serious',
    Caution: 'Caution',
    Info: 'Info',
  },
  category: {
    AirQuality: 'Air quality',
    Comfort: 'Comfort',
    Behavior: 'Behavior',
    General: 'General',
  },
  disposition: {
    Real: 'Real',
    False: 'False alarm',
    Unknown: 'Unknown',
  },
  endReason: {
    Cleared: 'Back to normal',
    Quiet: 'No further events',
    EndedByUser: 'Ended by {{name}}',
    EndedBySomeone: 'Ended by a user',
    Offline: 'Device offline for 24 hours',
    Moved: 'Device or its site moved, or released',
    RuleChanged: 'Rule changed',
    Online: 'Device back online',
    DeviceDeactivated: 'Device deactivated',
    DeviceExpired: 'Device expired',
    DeviceDeleted: 'Device deleted',
    SiteDeactivated: 'Site deactivated',
  },
} as const
