/** Why a message or sample was quarantined; docs/devices.md explains each reason. */
export const quarantineReasons = [
  'not valid JSON',
  'not a sample',
  'unknown key',
  'bad time',
  'older than the retention',
  'before the move',
  'no readings',
  'unknown sensor kind',
  'not a finite number',
  'out of range',
  'kind given twice',
  'same time, other values',
  'too many samples',
  'too large',
  'unknown device',
  'wrong key',
  'foreign device',
  'wrong topic',
  'cannot be stored',
] as const

export type Reason = (typeof quarantineReasons)[number]
