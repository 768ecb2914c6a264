import { constants } from '@eot/contract/constants'
import { useMedia } from '../ui/use-media.ts'

/** Whether the window is so narrow that the navigation is folded away (spec 9); the styles say the same width. */
export const useNarrow = (): boolean => useMedia(`(max-width: ${constants.navCollapsePx}px)`)
