import type { RoomPeak } from '@eot/contract/forecast'

/** Returns the requested room, or else the first one; undefined if the requested one is not among them, rather than another. */
export const shownRoom = <Room extends Pick<RoomPeak, 'Device'>>(
  rooms: readonly Room[],
  deviceId: string | undefined,
): Room | undefined =>
  deviceId === undefined
    ? rooms[0]
    : rooms.find(({ Device }) => Device.Id.toLowerCase() === deviceId.toLowerCase())
