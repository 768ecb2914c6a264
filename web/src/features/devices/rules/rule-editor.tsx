import type { EffectiveRule } from '@eot/contract/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { elapsedText } from '../../../lib/time/time.ts'
import { useAllowed } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Select } from '../../../ui/select.tsx'
import { LevelChart } from './level-chart.tsx'
import { nearest } from './rule-levels.ts'
import { TrialText } from './trial-text.tsx'
import { type Place, useRuleDraft } from './use-rule-draft.ts'
import { useRuleTrials } from './use-rule-trials.ts'

interface RuleEditorProps {
  rule: EffectiveRule
  deviceId: string
  onDone: () => void
}

const holds = [0, 30, 60, 120, 300, 600, 1800]

/** One rule: what it would have raised in the last seven days, its levels on the readings, and where to save it. */
export function RuleEditor({ rule, deviceId, onDone }: RuleEditorProps) {
  const { t } = useTranslation()
  const mayManage = useAllowed('ManageThresholds')
  const draft = useRuleDraft(rule, deviceId, onDone)
  const trial = useRuleTrials(rule, deviceId, {
    raise: draft.raise,
    clear: draft.clear,
    hold: draft.draft.hold,
  })
  const { raise, clear } = draft
  const isHigh = rule.Direction === 'high'
  const isWrong = !Number.isFinite(raise) || !Number.isFinite(clear)
  const isCrossed = isHigh ? clear > raise : clear < raise
  const options = [...new Set([...holds, rule.RaiseHold])].sort((a, b) => a - b)
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
            error={Number.isFinite(raise) ? undefined : t('devices.rules.noNumber')}
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
                ? t('devices.rules.noNumber')
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
      {mayManage && <Actions rule={rule} draft={draft} isWrong={isWrong || isCrossed} onDone={onDone} />}
    </div>
  )
}

type Draft = ReturnType<typeof useRuleDraft>

function Actions(props: { rule: EffectiveRule; draft: Draft; isWrong: boolean; onDone: () => void }) {
  const { rule, draft, isWrong } = props
  const { t } = useTranslation()
  const mayChangeModels = useAllowed('ManageModels')
  const [place, setPlace] = useState<Place>('Device')
  const site = nearest(rule, 'Site')
  const model = nearest(rule, 'Model')
  const places = [
    { value: 'Device' as const, text: t('devices.rules.place.Device') },
    ...(site?.Id
      ? [{ value: 'Site' as const, text: t('devices.rules.place.Site', { name: site.Name ?? '' }) }]
      : []),
    ...(mayChangeModels && model
      ? [{ value: 'Model' as const, text: t('devices.rules.place.Model', { name: model.Name ?? '' }) }]
      : []),
  ]
  const isSetHere = Object.keys(nearest(rule, 'Device')?.Values ?? {}).length > 0
  return (
    <div className="rule-acts">
      <Select label={t('devices.rules.saveFor')} value={place} options={places} onChange={setPlace} />
      <Check
        label={t('devices.rules.isActive')}
        checked={draft.draft.isActive}
        onChange={(event) => draft.set({ isActive: event.currentTarget.checked })}
      />
      <span className="spacer" />
      {isSetHere && (
        <Button variant="ghost" disabled={draft.busy} onClick={draft.reset}>
          {t('devices.rules.reset')}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={draft.busy || isWrong || (!draft.isChanged && place === 'Device')}
        onClick={() => draft.save(place)}
      >
        {draft.busy ? t('devices.rules.saving') : t('devices.rules.save')}
      </Button>
    </div>
  )
}
