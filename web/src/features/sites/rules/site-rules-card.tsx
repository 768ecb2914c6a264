import './site-rules.css'
import { rules as alertRules, type SiteRule } from '@eot/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { useHoldText } from '../../../domain/rules/rule-fields.tsx'
import { setsAny } from '../../../domain/rules/rule-levels.ts'
import { ruleNameOf } from '../../../domain/rules/rule-words.ts'
import { FormulaText, SensorChip } from '../../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../../domain/sensors/sensor-names.ts'
import { unitText } from '../../../domain/sensors/shown-reading.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { type CloseGuard, closeGuarded } from '../../../lib/forms/leave-guard.tsx'
import { levelText } from '../../../lib/units.ts'
import { useSession } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Source } from '../settings/setting-row.tsx'
import { SiteRuleEditor } from './site-rule-editor.tsx'

/** The alert rules of a site, which its sub-sites and devices inherit. */
export function SiteRulesCard({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(alertRules.ofSite, { params: { id: siteId } }))
  return (
    <section id="rules" className="card c12" aria-labelledby="site-rules-title">
      <header className="line">
        <h2 id="site-rules-title">{t('rules.title')}</h2>
        <span className="note">{t('rules.siteNote')}</span>
      </header>
      <Panel query={query} skeleton={<SkeletonRows rows={8} />}>
        {(rules) => (
          <ul>
            {rules.map((rule) => (
              <RuleRow key={rule.AlertType} rule={rule} siteId={siteId} />
            ))}
          </ul>
        )}
      </Panel>
    </section>
  )
}

function RuleRow({ rule, siteId }: { rule: SiteRule; siteId: string }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const holdText = useHoldText()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const guard = useRef<CloseGuard>(null)
  const sensor = rule.Sensor ?? ''
  const name = alertTypeName(ruleNameOf(rule.AlertType))
  const setter = rule.Levels.findLast(({ Level, Values }) => Level === 'Site' && setsAny(Values))
  const isOwn = setter?.Id === siteId
  const level = levelText(rule.RaiseLevel, rule.Sensor, measurement)
  const unit = unitText(sensor, measurement)
  const when = t(`rules.reached.${rule.Direction}`, { level: unit ? `${level} ${unit}` : level })
  function handleDone() {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <li className={classNames('site-rule', isOwn && 'here')}>
      <div className="site-rule-row">
        <span className="kind lb">
          <SensorChip sensor={sensor} />
          <FormulaText text={name} />
        </span>
        <span className={rule.IsActive ? 'val' : 'val faint'}>
          {rule.IsActive ? when : t('rules.off')}
          {rule.IsActive && <small>{holdText(rule.RaiseHold)}</small>}
        </span>
        <Source isOwn={isOwn} source={setter && sourceOf(setter)} />
        <span className="reach">
          {t('rules.devices', { count: rule.Devices })}
          {rule.Overruled > 0 && <small>{t('rules.ownBelow', { count: rule.Overruled })}</small>}
        </span>
        <Button
          ref={opener}
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          onClick={() => closeGuarded(guard, () => setOpen(!isOpen))}
        >
          {t(isOpen ? 'action.close' : isOwn ? 'rules.change' : 'rules.setHere')}
          <span className="vh"> {name}</span>
        </Button>
      </div>
      {isOpen && <SiteRuleEditor rule={rule} siteId={siteId} guard={guard} onDone={handleDone} />}
    </li>
  )
}

/** null: a site above those that the user sees. */
const sourceOf = ({ Id, Name }: SiteRule['Levels'][number]) =>
  Id === null || Name === null ? null : { Id, Name }
