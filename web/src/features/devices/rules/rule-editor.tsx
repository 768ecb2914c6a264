import type { EffectiveRule, RuleLevel } from '@eot/contract/rules'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OverrulingSites } from '../../../domain/rules/overruling-sites.tsx'
import { RuleConflictDialog, RuleFields } from '../../../domain/rules/rule-fields.tsx'
import { fieldsToSet, openLevels, setsAny, sitesOverruling } from '../../../domain/rules/rule-levels.ts'
import { type RuleDraft, useRuleDraft } from '../../../domain/rules/use-rule-draft.ts'
import { type CloseGuard, LeaveGuard } from '../../../lib/forms/leave-guard.tsx'
import { useAllowed } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Select } from '../../../ui/select.tsx'
import { LevelChart } from './level-chart.tsx'
import { LevelSuggestion } from './level-suggestion.tsx'
import { RuleBackTest } from './rule-back-test.tsx'
import { TrialText } from './trial-text.tsx'
import { useRuleTrials } from './use-rule-trials.ts'

interface RuleEditorProps {
  rule: EffectiveRule
  deviceId: string
  guard: Ref<CloseGuard>
  /** Gets the sites that overrule what was saved. */
  onDone: (overruling: readonly RuleLevel[]) => void
}

/** One rule: the alerts it would have raised in the last seven days, its levels on the readings, and where to save it. */
export function RuleEditor({ rule: shown, deviceId, guard, onDone }: RuleEditorProps) {
  const mayManage = useAllowed('ManageThresholds')
  // The rule that the draft started with, even if another user has changed it since.
  const [rule] = useState(shown)
  const draft = useRuleDraft(rule, onDone)
  const { RaiseLevel: raise, ClearLevel: clear, RaiseHold: hold } = draft.values
  const seesSubscriptions = useAllowed('ViewSubscriptions')
  const drafted = draft.isWrong ? undefined : { raise, clear, hold }
  const trial = useRuleTrials(rule, deviceId, drafted)
  return (
    <div className="rule-edit">
      <div className="rule-head">
        <TrialText
          rule={rule}
          raise={raise}
          isChanged={draft.isChanged}
          trial={trial}
          textOf={draft.levelText}
        />
        <RuleFields rule={rule} draft={draft} readOnly={!mayManage} />
      </div>
      <LevelSuggestion
        rule={rule}
        deviceId={deviceId}
        raise={raise}
        textOf={draft.levelText}
        onUse={mayManage && !draft.busy ? draft.setRaiseValue : undefined}
      />
      <LevelChart
        rule={rule}
        deviceId={deviceId}
        level={Number.isFinite(raise) ? raise : rule.RaiseLevel}
        alerts={trial.tried?.Alerts ?? []}
        onLevel={mayManage && !draft.busy ? draft.setRaiseValue : undefined}
        textOf={draft.levelText}
      />
      {seesSubscriptions && <RuleBackTest rule={rule} deviceId={deviceId} draft={drafted} />}
      <FormFailure text={draft.failure} />
      {mayManage && <Actions rule={rule} draft={draft} />}
      <RuleConflictDialog rule={rule} draft={draft} />
      <LeaveGuard ref={guard} active={draft.isChanged} />
    </div>
  )
}

function Actions({ rule, draft }: { rule: EffectiveRule; draft: RuleDraft }) {
  const { t } = useTranslation()
  const levels = openLevels(rule, useAllowed('ManageModels'))
  const [chosen, setChosen] = useState(levels[0]?.Id)
  const level = levels.find(({ Id }) => Id === chosen)
  if (!level) return null
  const fields = fieldsToSet(rule, level, draft.values)
  const nearer = sitesOverruling(rule, level, fields.length > 0 ? fields : undefined)
  const options = levels.map(({ Id, Level, Name }) => ({
    value: Id,
    text: t(`rules.place.${Level}`, { name: Name ?? '' }),
  }))
  return (
    <div className="rule-acts">
      <Select label={t('rules.saveFor')} value={level.Id} options={options} onChange={setChosen} />
      <Check
        label={t('rules.isActive')}
        checked={draft.typed.isActive}
        disabled={draft.busy}
        onChange={(event) => draft.set({ isActive: event.currentTarget.checked })}
      />
      <span className="spacer" />
      {setsAny(level.Values) && (
        <Button variant="ghost" disabled={draft.busy} onClick={() => draft.reset(level)}>
          {t('rules.reset')}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={draft.busy || draft.isWrong || fields.length === 0}
        onClick={() => draft.save(level)}
      >
        {draft.busy ? t('rules.saving') : t('rules.save')}
      </Button>
      {nearer.length > 0 && (
        <p className="hint">
          <OverrulingSites sites={nearer} />
        </p>
      )}
    </div>
  )
}
