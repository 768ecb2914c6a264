/** What time it is: passed in, so that tests can say. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
