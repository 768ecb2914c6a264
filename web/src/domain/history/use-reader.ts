import { useTimeZone } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import type { Reader } from './history-words.ts'

/** The time zone of the current site and the units of the signed-in user. */
export const useReader = (): Reader => ({ zone: useTimeZone(), measurement: useSession().measurement })
