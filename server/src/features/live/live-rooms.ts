import { JoinMessage } from '@eot/contract/live'
import type { Socket } from 'socket.io'
import { type Caller, requirePermission } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import { AppError } from '../../platform/app-error.ts'
import { tolerateKeys } from '../../platform/http/tolerant-keys.ts'

export interface RoomRules {
  scopeOf: ScopeOf
  /** Returns the path of a device's site; undefined if there is no such device. */
  findDevicePath(deviceId: string): Promise<string | undefined>
}

const readingsPrefix = 'readings/'
/** Rooms of a site, by the kind of change at the site and its sub-sites. */
export type SiteRoomType = Exclude<JoinMessage['EventType'], 'readings'>
export const siteRoom = (type: SiteRoomType, siteId: string): string => `${type}/${siteId}`
export const readingsRoom = (deviceId: string): string => `${readingsPrefix}${deviceId}`
export const isRoomOfChanges = (room: string): boolean => room.startsWith(siteRoom('changes', ''))
/** Returns the device whose readings a room carries: one or none. */
export const watchedIn = (room: string): string[] =>
  room.startsWith(readingsPrefix) ? [room.slice(readingsPrefix.length)] : []
const ratingsPrefix = 'ratings/'
/** Returns the site whose ratings a room carries: one or none. */
export const ratedIn = (room: string): string[] =>
  room.startsWith(ratingsPrefix) ? [room.slice(ratingsPrefix.length)] : []
/** Returns the site or device of a room: one, or none for the private room of each socket. */
export const subjectIn = (room: string): string[] => room.split('/').slice(1)

/** Path of a site, or of a device's site, by the id of either; null if it no longer has one. */
export type PathsOfPlaces = ReadonlyMap<string, string | null>

const mostRooms = 10

/** Adds a client to a room or removes it; throws AppError if it may not join. */
export async function changeRoom(
  socket: Socket,
  caller: Caller,
  { action, message }: { action: JoinMessage['Action']; message: unknown },
  rules: RoomRules,
): Promise<JoinMessage> {
  const parsed = JoinMessage.safeParse(asRequest(action, message))
  if (!parsed.success) throw new AppError('invalid_request')
  const { SiteId, DeviceId, ...rest } = parsed.data
  // Room names use ids in the spelling of the database.
  const request = { ...rest, SiteId: SiteId.toLowerCase(), DeviceId: DeviceId?.toLowerCase() }
  if (request.Action === 'leave') {
    await socket.leave(roomOf(request))
    return request
  }
  await authorize(caller, request, rules)
  // Every socket has a private room besides those it joined.
  if (socket.rooms.size > mostRooms) throw new AppError('limit_exceeded')
  if (socket.connected) await socket.join(roomOf(request))
  return request
}

/**
 * Returns the message with its keys spelled as in the contract, whatever the case of their first letters. The event name
 * determines the action; an Action in the message must agree with it.
 */
function asRequest(action: JoinMessage['Action'], message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return undefined
  const { value, problems } = tolerateKeys(JoinMessage, message)
  const request = { Action: action, ...(value as object) } // an object stays an object when its keys are respelled
  return problems.length === 0 && request.Action === action ? request : undefined
}

function roomOf({ EventType, SiteId, DeviceId }: JoinMessage): string {
  if (EventType !== 'readings') return siteRoom(EventType, SiteId)
  if (!DeviceId) throw new AppError('invalid_request')
  return readingsRoom(DeviceId)
}

async function authorize(
  caller: Caller,
  { SiteId, EventType, DeviceId }: JoinMessage,
  { scopeOf, findDevicePath }: RoomRules,
): Promise<void> {
  const scope = await scopeOf(caller, { SiteId })
  if (EventType === 'alerts') requirePermission(caller, 'ViewAlerts')
  if (EventType === 'ratings') requirePermission(caller, 'ViewRatings')
  if (EventType !== 'readings') return
  requirePermission(caller, 'ViewLiveSensorData')
  const path = DeviceId && (await findDevicePath(DeviceId))
  if (!path?.startsWith(scope.path)) throw new AppError('device_not_found')
}
