import type { Channel } from '@eot/contract/channels'
import { logs } from '@eot/contract/logs'

/** The API calls for the log of each channel. */
export const channelCalls = {
  Email: { list: logs.listEmails, figures: logs.emailFigures, get: logs.getEmail },
  Text: { list: logs.listTexts, figures: logs.textFigures, get: logs.getText },
  Push: { list: logs.listPushes, figures: logs.pushFigures, get: logs.getPush },
} as const satisfies Record<Channel, object>
