import { vi } from 'vitest'

// Tests over real sockets wait for conditions; on a busy machine these may take a while to come.
vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 20_000 } } })
