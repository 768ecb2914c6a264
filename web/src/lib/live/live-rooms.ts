import type { JoinMessage } from '@eot/contract/live'

type Room = Omit<JoinMessage, 'Action'>

interface Wanted {
  room: Room
  users: number
  /** Resolves when the server has acknowledged the join, or there is no connection. */
  joining: Promise<void>
}

/** Tracks the rooms to be joined, even while disconnected. */
export function makeRooms(send: (message: JoinMessage) => Promise<void>) {
  const wanted = new Map<string, Wanted>()

  return {
    /** Joins a room once, however many callers want it. `leave` leaves it when the last caller is done. */
    join(room: Room): { joining: Promise<void>; leave: () => void } {
      const key = keyOf(room)
      const entry = wanted.get(key) ?? { room, users: 0, joining: send({ Action: 'join', ...room }) }
      entry.users += 1
      wanted.set(key, entry)
      let left = false
      return {
        joining: entry.joining,
        leave() {
          if (left) return
          left = true
          leave(key)
        },
      }
    },

    /** Joins all rooms again, after the connection was lost. */
    rejoin: (): Promise<void>[] =>
      [...wanted.values()].map((entry) => {
        entry.joining = send({ Action: 'join', ...entry.room })
        return entry.joining
      }),
  }

  function leave(key: string) {
    const entry = wanted.get(key)
    if (!entry) return
    entry.users -= 1
    if (entry.users > 0) return
    wanted.delete(key)
    void send({ Action: 'leave', ...entry.room })
  }
}

const keyOf = (room: Room) => `${room.EventType} ${room.SiteId} ${room.DeviceId ?? ''}`
