import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { Building2, House, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { leaveAfterQuestions } from '../../lib/leaving.ts'
import { destroySession } from '../../session/session.ts'
import { useSaveSettings } from '../../session/use-save-settings.ts'
import { useSession } from '../../session/use-session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLink, MenuRadios, MenuSeparator } from '../../ui/menu.tsx'
import { useOfferedPages } from './offered-pages.ts'

export function SettingsMenu() {
  const { t } = useTranslation()
  const { user } = useSession()
  const pages = useOfferedPages('settings')
  const { siteId } = useSearch({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const save = useSaveSettings()
  const rootPath = pathname === '/sitenotfound' ? '/dashboard' : pathname
  return (
    <Menu align="end" trigger={<IconButton icon={Settings} label={t('shell.settings')} />}>
      {siteId && (
        <>
          <MenuLink icon={House} link={<Link to={rootPath} search={{ siteId: undefined }} />}>
            {t('shell.rootSite')}
          </MenuLink>
          <MenuSeparator />
        </>
      )}
      {pages.map((page) => (
        <MenuLink key={page.path} icon={page.icon} link={<Link to={page.path} />}>
          {page.name}
        </MenuLink>
      ))}
      {pages.length > 0 && <MenuSeparator />}
      <MenuRadios
        label={t('shell.theme')}
        value={user.Settings.Theme ?? 'Auto'}
        options={[
          { value: 'Default', text: t('shell.themeDefault'), icon: Building2 },
          { value: 'Light', text: t('shell.themeLight'), icon: Sun },
          { value: 'Dark', text: t('shell.themeDark'), icon: Moon },
          { value: 'Auto', text: t('shell.themeAuto'), icon: Monitor },
        ]}
        onChange={(Theme) => void save({ Theme })}
      />
      <MenuSeparator />
      <MenuItem icon={LogOut} onClick={() => leaveAfterQuestions(() => void destroySession())}>
        {t('shell.logOut')}
      </MenuItem>
    </Menu>
  )
}
