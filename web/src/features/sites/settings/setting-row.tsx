import '../sources.css'
import type { Site } from '@eot/contract/site-fields'
import type { Named } from '@eot/contract/wire'
import { Link } from '@tanstack/react-router'
import { CornerDownRight, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { siteIdInLink } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { effectiveSetting, isSetHere, type SettingField } from './site-values.ts'

interface SettingRowProps {
  site: Site
  field: SettingField
  label: string
  note?: string
  /** The value to set at the site itself; null: inherited. */
  value: string | null
  /** The initial value when an inherited value is replaced. */
  start: string
  onChange: (value: string | null) => void
  text: (value: string | null) => ReactNode
  /** The control for a value of the site itself. */
  control: (value: string) => ReactNode
  /** Shown below, across the row. */
  more?: ReactNode
}

/** A setting with its value, its source, and controls to change it or return to the inherited value. */
export function SettingRow(props: SettingRowProps) {
  const { site, field, label, note, value, start, onChange, text, control, more } = props
  const { t } = useTranslation()
  const wasOwn = isSetHere(site, field)
  const stored = wasOwn ? effectiveSetting(site, field) : null
  const isChanged = value !== stored
  return (
    <div className={classNames('setting', value !== null && 'here')}>
      <span className="lb">
        {label}
        {note && <small>{note}</small>}
      </span>
      <div className={classNames('val', isChanged && 'unsaved')}>
        {value !== null
          ? control(value)
          : isChanged
            ? t('sites.setting.inherits')
            : text(effectiveSetting(site, field))}
      </div>
      <Source
        isOwn={value !== null}
        source={isChanged ? undefined : site.Sources?.[field]}
        isUnsaved={isChanged}
      />
      {isChanged ? (
        <RowButton icon text={t('action.undo')} label={label} onClick={() => onChange(stored)} />
      ) : wasOwn ? (
        <RowButton icon text={t('sites.setting.reset')} label={label} onClick={() => onChange(null)} />
      ) : (
        <RowButton text={t('sites.setting.change')} label={label} onClick={() => onChange(start)} />
      )}
      {more && <div className="more">{more}</div>}
    </div>
  )
}

interface RowButtonProps {
  icon?: boolean
  text: string
  /** The name of the setting. */
  label: string
  onClick: () => void
}

function RowButton({ icon, text, label, onClick }: RowButtonProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={onClick}
      {...(icon && { icon: RotateCcw })}
      aria-label={`${text}: ${label}`}
    >
      {text}
    </Button>
  )
}

interface SourceProps {
  isOwn: boolean
  /** null: a site above the user's own. undefined: the default. */
  source: Named | null | undefined
  isUnsaved?: boolean
}

/** The source of a value. */
export function Source({ isOwn, source, isUnsaved }: SourceProps) {
  const { t } = useTranslation()
  const own = useSession().site.siteId
  if (isOwn || isUnsaved)
    return (
      <span className={classNames('src', isOwn && 'here')}>
        {isOwn && t('sites.source.here')}
        {isUnsaved && <span className="faint">{t('sites.setting.unsaved')}</span>}
      </span>
    )
  return (
    <span className="src">
      <CornerDownRight className="icon" aria-hidden="true" />
      {source === undefined ? (
        t('sites.source.default')
      ) : source === null ? (
        t('sites.source.above')
      ) : (
        <span className="truncate">
          {t('sites.source.fromSite')}{' '}
          <Link to="/site" search={{ siteId: siteIdInLink(source.Id, own) }}>
            {source.Name}
          </Link>
        </span>
      )}
    </span>
  )
}
