import './rules.css'
import { rules as alertRules, type EffectiveRule, type RuleLevel } from '@eot/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { OverrulingSites } from '../../../domain/rules/overruling-sites.tsx'
import { type LevelCell, levelCells, nearest } from '../../../domain/rules/rule-levels.ts'
import { ruleNameOf } from '../../../domain/rules/rule-words.ts'
import { FormulaText, SensorChip } from '../../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../../domain/sensors/sensor-names.ts'
import { unitText } from '../../../domain/sensors/shown-reading.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { type CloseGuard, closeGuarded } from '../../../lib/forms/leave-guard.tsx'
import { elapsedText } from '../../../lib/time/time.ts'
import { levelText } from '../../../lib/units.ts'
import { useAllowed, useSession } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { RuleEditor } from './rule-editor.tsx'

interface RulesCardProps {
  deviceId: string
  modelName: string
  siteName: string | undefined
}

/** The alert rules of a device in four columns: system, model, site and device. The value furthest right counts. */
export function RulesCard(props: RulesCardProps) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(alertRules.ofDevice, { params: { id: props.deviceId } }))
  return (
    <section className="card" aria-labelledby="rules-title">
      <header>
        <h2 id="rules-title">{t('rules.title')}</h2>
        <span className="note hide-narrow">{t('rules.note')}</span>
      </header>
      <Panel query={query} skeleton={<SkeletonRows rows={8} />}>
        {(rules) => <RulesTable {...props} rules={rules} />}
      </Panel>
    </section>
  )
}

function RulesTable({ rules, deviceId, modelName, siteName }: RulesCardProps & { rules: EffectiveRule[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string>()
  const [overruling, setOverruling] = useState<readonly RuleLevel[]>([])
  const guard = useRef<CloseGuard>(null)
  function toggle(type: string) {
    setOpen(open === type ? undefined : type)
    setOverruling([])
  }
  const columns = [
    { level: 'System', detail: undefined },
    { level: 'Model', detail: modelName },
    { level: 'Site', detail: siteName },
    { level: 'Device', detail: t('rules.thisOne') },
  ] as const
  return (
    <div className="scrolls-x">
      {overruling.length > 0 && (
        <p className="rules-note" role="status">
          <OverrulingSites sites={overruling} />
        </p>
      )}
      <table className="table rules">
        <thead>
          <tr>
            <th scope="col">{t('rules.column.type')}</th>
            {columns.map(({ level, detail }) => (
              <th key={level} scope="col" className="num lv">
                {t(`rules.level.${level}`)}
                {detail && <small className="truncate">{detail}</small>}
              </th>
            ))}
            <th scope="col" className="un">
              {t('rules.column.when')}
            </th>
            <th scope="col" className="hd">
              {t('rules.column.hold')}
            </th>
            <th scope="col" className="ac">
              <span className="vh">{t('rules.column.action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRows
              key={rule.AlertType}
              rule={rule}
              deviceId={deviceId}
              isOpen={open === rule.AlertType}
              guard={guard}
              onToggle={() => closeGuarded(guard, () => toggle(rule.AlertType))}
              onSaved={(sites) => {
                setOpen((now) => (now === rule.AlertType ? undefined : now))
                setOverruling(sites)
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RuleRowsProps {
  rule: EffectiveRule
  deviceId: string
  isOpen: boolean
  guard: Ref<CloseGuard>
  onToggle: () => void
  onSaved: (overruling: readonly RuleLevel[]) => void
}

function RuleRows({ rule, deviceId, isOpen, guard, onToggle, onSaved }: RuleRowsProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const mayManage = useAllowed('ManageThresholds')
  const sensor = rule.Sensor ?? ''
  const name = alertTypeName(ruleNameOf(rule.AlertType))
  const isSetHere = Object.keys(nearest(rule, 'Device')?.Values ?? {}).length > 0
  const direction = t(`rules.direction.${rule.Direction}`)
  const when = [direction, unitText(sensor, measurement)].filter(Boolean).join(', ')
  const change = isSetHere ? 'rules.change' : 'rules.setHere'
  const verb = isOpen ? 'action.close' : mayManage ? change : 'rules.show'
  const hold = rule.RaiseHold === 0 ? t('rules.atOnce') : elapsedText(rule.RaiseHold)
  return (
    <>
      <tr aria-selected={isOpen || undefined} className={classNames(!rule.IsActive && 'off')}>
        <th scope="row">
          <span className="kind">
            <SensorChip sensor={sensor} />
            <FormulaText text={name} />
          </span>
        </th>
        {levelCells(rule).map((cell) => (
          <LevelValue key={cell.level} cell={cell} rule={rule} />
        ))}
        <td className="muted un">{rule.IsActive ? when : t('rules.off')}</td>
        <td className="muted hd">{rule.IsActive && hold}</td>
        <td className="num ac">
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={onToggle}>
            {t(verb)}
            <span className="vh"> {name}</span>
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className="ed">
          <td className="edc" colSpan={8}>
            <RuleEditor rule={rule} deviceId={deviceId} guard={guard} onDone={onSaved} />
          </td>
        </tr>
      )}
    </>
  )
}

function LevelValue({ cell, rule }: { cell: LevelCell; rule: EffectiveRule }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const { raise, setter, isEffective, isTouched, level } = cell
  // The column names the site of the device.
  const above =
    level === 'Site' && setter && setter.Id !== nearest(rule, 'Site')?.Id
      ? (setter.Name ?? t('rules.siteAbove'))
      : undefined
  const text = raise === undefined ? undefined : levelText(raise, rule.Sensor, measurement)
  return (
    <td className={classNames('num lv', isEffective && 'eff')} data-level={t(`rules.level.${level}`)}>
      {text === undefined ? (
        <span className="pass" title={t(isTouched ? 'rules.otherSet' : 'rules.inherited')}>
          <ArrowRight className="icon" aria-hidden="true" />
          <span className="vh">{t(isTouched ? 'rules.otherSet' : 'rules.inherited')}</span>
        </span>
      ) : isEffective ? (
        <span>{text}</span>
      ) : (
        <s className="over">{text}</s>
      )}
      {above !== undefined && <small className="from truncate">{above}</small>}
    </td>
  )
}
