import type { JoinMessage } from '@eot/contract/live'

/** Tracks the rooms to be joined, even while disconnected. */
export function makeRooms(send: (message: JoinMessage) => void) {
  const wanted = new Map<string, { room: Omit<JoinMessage, 'Action'>; users: number }>()

  return {
    /**
     * Joins a room once, however many callers want it. The returned function leaves it when the last caller is done.
     */
    join(room: Omit<JoinMessage, 'Action'>): () => void {
      const key = keyOf(room)
      const known = wanted.get(key)
      if (known) known.users += 1
      else {
        wanted.set(key, { room, users: 1 })
        send({ Action: 'join', ...room })
      }
      let left = false
      return () => {
        if (left) return
        left = true
        leave(key)
      }
    },
    all: () => [...wanted.values()].map(({ room }) => room),
  }

  function leave(key: string) {
    const entry = wanted.get(key)
    if (!entry) return
    entry.users -= 1
    if (entry.users > 0) return
    wanted.delete(key)
    send({ Action: 'leave', ...entry.room })
  }
}

const keyOf = (room: Omit<JoinMessage, 'Action'>) => `${room.EventType} ${room.SiteId} ${room.DeviceId ?? ''}`
