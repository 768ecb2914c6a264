import type { EffectiveRule } from '@eot/contract/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../lib/forms/conflict-dialog.tsx'
import { elapsedText } from '../../../lib/time/time.ts'
import { useAllowed } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Select } from '../../../ui/select.tsx'
import { LevelChart } from './level-chart.tsx'
import { openLevels, setsAny, sitesOverruling } from './rule-levels.ts'
import { TrialText } from './trial-text.tsx'
import { useRuleDraft } from './use-rule-draft.ts'
import { useRuleTrials } from './use-rule-trials.ts'

interface RuleEditorProps {
  rule: EffectiveRule
  deviceId: string
  onDone: () => void
}

const holds = [0, 30, 60, 120, 300, 600, 1800]

/** One rule: what it would have raised in the last seven days, its levels on the readings, and where to save it. */
export function RuleEditor({ rule: shown, deviceId, onDone }: RuleEditorProps) {
  const { t } = useTranslation()
  const mayManage = useAllowed('ManageThresholds')
  // What the draft began with, also after another user has changed the rule.
  const [rule] = useState(shown)
  const draft = useRuleDraft(rule, onDone)
  const trial = useRuleTrials(rule, deviceId, {
    raise: draft.raise,
    clear: draft.clear,
    hold: draft.draft.hold,
  })
  const { raise, clear } = draft
  const isHigh = rule.Direction === 'high'
  const isWrong = !Number.isFinite(raise) || !Number.isFinite(clear)
  const isCrossed = isHigh ? clear > raise : clear < raise
  const noNumber = t('devices.rules.noNumber', { example: (1234.5).toLocaleString() })
  const options = [...new Set([...holds, rule.RaiseHold])].sort((a, b) => a - b)
  const holdText = (seconds: number) => (seconds === 0 ? t('devices.rules.atOnce') : elapsedText(seconds))
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
        <div className="rule-fields">
          <TextField
            label={t('devices.rules.raiseAt')}
            inputMode="decimal"
            autoComplete="off"
            readOnly={!mayManage}
            value={draft.draft.raise}
            error={Number.isFinite(raise) ? undefined : noNumber}
            onChange={(event) => draft.setRaise(event.currentTarget.value)}
          />
          <TextField
            label={t(isHigh ? 'devices.rules.clearBelow' : 'devices.rules.clearAbove')}
            inputMode="decimal"
            autoComplete="off"
            readOnly={!mayManage}
            value={draft.draft.clear}
            error={
              !Number.isFinite(clear)
                ? noNumber
                : isCrossed
                  ? t(isHigh ? 'devices.rules.clearTooHigh' : 'devices.rules.clearTooLow')
                  : undefined
            }
            onChange={(event) => draft.set({ clear: event.currentTarget.value })}
          />
          <Select
            label={t('devices.rules.holdFor')}
            value={String(draft.draft.hold)}
            disabled={!mayManage}
            options={options.map((seconds) => ({
              value: String(seconds),
              text: seconds === 0 ? t('devices.rules.atOnce') : elapsedText(seconds),
            }))}
            onChange={(hold) => draft.set({ hold: Number(hold) })}
          />
        </div>
      </div>
      <LevelChart
        rule={rule}
        deviceId={deviceId}
        level={Number.isFinite(raise) ? raise : rule.RaiseLevel}
        alerts={trial.tried?.Alerts ?? []}
        onLevel={mayManage ? draft.setRaiseValue : undefined}
        textOf={draft.levelText}
      />
      <FormFailure text={draft.failure} />
      {mayManage && <Actions rule={rule} draft={draft} isWrong={isWrong || isCrossed} />}
      {draft.conflict && (
        <ConflictDialog
          conflict={{
            ...draft.conflict,
            fields: {
              RaiseLevel: { label: t('devices.rules.raiseAt'), text: draft.levelText },
              ClearLevel: {
                label: t(isHigh ? 'devices.rules.clearBelow' : 'devices.rules.clearAbove'),
                text: draft.levelText,
              },
              RaiseHold: { label: t('devices.rules.holdFor'), text: holdText },
              IsActive: {
                label: t('devices.rules.isActive'),
                text: (is) => t(is ? 'devices.edit.yes' : 'devices.edit.no'),
              },
            },
          }}
        />
      )}
    </div>
  )
}

type Draft = ReturnType<typeof useRuleDraft>

function Actions(props: { rule: EffectiveRule; draft: Draft; isWrong: boolean }) {
  const { rule, draft, isWrong } = props
  const { t } = useTranslation()
  const levels = openLevels(rule, useAllowed('ManageModels'))
  const [chosen, setChosen] = useState(levels[0]?.Id)
  const level = levels.find(({ Id }) => Id === chosen)
  if (!level) return null
  const nearer = sitesOverruling(rule, level)
  const options = levels.map(({ Id, Level, Name }) => ({
    value: Id,
    text: t(`devices.rules.place.${Level}`, { name: Name ?? '' }),
  }))
  return (
    <div className="rule-acts">
      <Select label={t('devices.rules.saveFor')} value={level.Id} options={options} onChange={setChosen} />
      <Check
        label={t('devices.rules.isActive')}
        checked={draft.draft.isActive}
        onChange={(event) => draft.set({ isActive: event.currentTarget.checked })}
      />
      <span className="spacer" />
      {setsAny(level.Values) && (
        <Button variant="ghost" disabled={draft.busy} onClick={() => draft.reset(level)}>
          {t('devices.rules.reset')}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={draft.busy || isWrong || (!draft.isChanged && level.Level === 'Device')}
        onClick={() => draft.save(level)}
      >
        {draft.busy ? t('devices.rules.saving') : t('devices.rules.save')}
      </Button>
      {nearer.length > 0 && (
        <p className="hint">
          {t('devices.rules.overruled', {
            count: nearer.length,
            names: nearer.map(({ Name }) => Name).join(', '),
          })}
        </p>
      )}
    </div>
  )
}
