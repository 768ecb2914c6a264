/** No message says that a device has reported again, so times of its last contact would only grow older. */
export const refreshEveryMs = 60_000
