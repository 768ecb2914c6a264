import type { JoinMessage } from '@eot/contract/live'

/** What is to be joined now, by a key that tells two rooms apart; kept over disconnects. */
export function makeRooms(send: (message: JoinMessage) => void) {
  const wanted = new Map<string, { room: Omit<JoinMessage, 'Action'>; users: number }>()

  return {
    /** Joins once, however many ask; the returned function leaves with the last of them. */
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
