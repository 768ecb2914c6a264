import type { Channel } from '@eot/contract/channels'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { messageList } from './message-list.ts'

/** The channel whose messages are shown. */
export const useChannel = (): Channel => useListState(messageList).filters.channel ?? 'Email'
