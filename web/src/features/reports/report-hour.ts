/** The local hour at which reports are made. */
export const reportHour = 6
