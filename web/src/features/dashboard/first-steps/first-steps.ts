/** What is known about the current site and its people. undefined: the user may not see it. */
export interface FirstFacts {
  hasSecondFactor: boolean
  devices: number
  hasReading: boolean
  subscriptions: number | undefined
  users: number | undefined
}

export type FirstStep = 'secure' | 'site' | 'device' | 'reading' | 'told' | 'people'

/** Returns the steps from a new account to a site whose people are notified of alerts, and whether each is done. */
export function firstSteps(facts: FirstFacts): { step: FirstStep; isDone: boolean }[] {
  const { hasSecondFactor, devices, hasReading, subscriptions, users } = facts
  return [
    { step: 'secure', isDone: hasSecondFactor },
    { step: 'site', isDone: true },
    { step: 'device', isDone: devices > 0 },
    { step: 'reading', isDone: hasReading },
    ...(subscriptions === undefined ? [] : [{ step: 'told' as const, isDone: subscriptions > 0 }]),
    // The first one is the reader.
    ...(users === undefined ? [] : [{ step: 'people' as const, isDone: users > 1 }]),
  ]
}
