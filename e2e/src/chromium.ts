import { type Browser, chromium } from 'playwright-core'
import { provideChromium } from '../../scripts/chromium.ts'

export async function launchChromium(args: string[] = []): Promise<Browser> {
  const executablePath = provideChromium()
  if (!executablePath) throw new Error('there is no Chromium')
  // Chromium's sandbox does not work as root.
  return chromium.launch({ args, executablePath, chromiumSandbox: process.getuid?.() !== 0 })
}
