/** The other sensors of a device around the start of an alert. */
export const otherSensors = {
  title: 'Other sensors at the same time',
  titleOffline: 'Sensors before the device went offline',
  at: 'at {{time}}',
  read: 'Read the other sensors over time',
  more_one: 'Show {{count}} more sensor',
  more_other: 'Show {{count}} more sensors',
  rose: '{{sensors}} rose.',
  fell: '{{sensors}} fell.',
  noneMoved: 'None of them changed much.',
  restSteady: 'The others stayed steady.',
  roseTo: 'rose to {{value}}',
  fellTo: 'fell to {{value}}',
  steady: 'steady, {{low}} to {{high}}',
  steadyAt: 'steady at {{value}}',
}
