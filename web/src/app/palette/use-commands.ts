import { Building2, Cpu, LogOut, Moon, Sun, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { leaveAfterQuestions } from '../../lib/leaving.ts'
import { featuresAt } from '../../session/rights.ts'
import { destroySession } from '../../session/session.ts'
import { useSaveSettings } from '../../session/use-save-settings.ts'
import { useSession } from '../../session/use-session.tsx'
import { partTitle } from '../gate.ts'
import { useOfferedPages } from '../shell/offered-pages.ts'
import { goKeyOf } from './go-keys.ts'
import type { PaletteItem } from './palette-items.ts'
import { useOpensRoute } from './use-opens-route.ts'

/** The pages that the user may open. */
export function usePageItems(): PaletteItem[] {
  const { singleKeys } = useSession()
  const offered = [...useOfferedPages('nav'), ...useOfferedPages('settings')]
  const pages = new Map(offered.flatMap((page) => [page, ...page.children]).map((page) => [page.path, page]))
  return [...pages.values()].map(({ path, icon }) => {
    const parts = path.split('/').filter(Boolean).map(partTitle)
    const letter = singleKeys ? goKeyOf(path) : undefined
    return {
      key: path,
      icon,
      name: parts.at(-1) ?? path,
      detail: parts.slice(0, -1).join(' / '),
      keys: letter === undefined ? undefined : ['G', letter.toUpperCase()],
      to: { path, search: {} },
    }
  })
}

/** The actions that the user may run from any page. */
export function useActionItems(): PaletteItem[] {
  const { t } = useTranslation()
  const session = useSession()
  const save = useSaveSettings()
  const opens = useOpensRoute()
  const isDark = document.documentElement.dataset.theme === 'dark' // also if it follows the system
  const adds = [
    { path: '/devices', icon: Cpu, name: t('palette.action.addDevice') },
    { path: '/site/sub-sites', icon: Building2, name: t('palette.action.addSite') },
    { path: '/users', icon: UserPlus, name: t('palette.action.invite') },
  ]
  return [
    ...adds
      .filter(({ path }) => opens(path) && featuresAt(session, path).add)
      .map(({ path, icon, name }) => ({
        key: `add ${path}`,
        icon,
        name,
        detail: '',
        to: { path, search: { add: true } },
      })),
    {
      key: 'theme',
      icon: isDark ? Sun : Moon,
      name: t(isDark ? 'palette.action.light' : 'palette.action.dark'),
      detail: t('palette.action.onlyForYou'),
      run: () => void save({ Theme: isDark ? 'Light' : 'Dark' }),
    },
    {
      key: 'sign-out',
      icon: LogOut,
      name: t('palette.action.signOut'),
      detail: '',
      run: () => leaveAfterQuestions(() => void destroySession()),
    },
  ]
}
