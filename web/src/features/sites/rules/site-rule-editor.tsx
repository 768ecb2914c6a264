import type { SiteRule } from '@eot/contract/rules'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RuleConflictDialog, RuleFields } from '../../../domain/rules/rule-fields.tsx'
import { openLevels, setsAny } from '../../../domain/rules/rule-levels.ts'
import { useRuleDraft } from '../../../domain/rules/use-rule-draft.ts'
import { type CloseGuard, LeaveGuard } from '../../../lib/forms/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'

interface SiteRuleEditorProps {
  rule: SiteRule
  siteId: string
  guard: Ref<CloseGuard>
  onDone: () => void
}

/** Sets one rule for a site and everything below it, or lets the site inherit it again. */
export function SiteRuleEditor({ rule: shown, siteId, guard, onDone }: SiteRuleEditorProps) {
  const { t } = useTranslation()
  // The rule that the draft started with, even if another user has changed it since.
  const [rule] = useState(shown)
  const draft = useRuleDraft(rule, onDone)
  const level = openLevels(rule, false).find(({ Id }) => Id === siteId)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  if (!level) return null
  return (
    <div className="rule-edit">
      <div ref={fields}>
        <RuleFields rule={rule} draft={draft} />
      </div>
      <Check
        label={t('rules.isActive')}
        checked={draft.typed.isActive}
        disabled={draft.busy}
        onChange={(event) => draft.set({ isActive: event.currentTarget.checked })}
      />
      {rule.Overruled > 0 && <p className="hint">{t('rules.keptBelow', { count: rule.Overruled })}</p>}
      <FormFailure text={draft.failure} />
      <div className="rule-acts">
        <Button
          variant="primary"
          disabled={draft.busy || draft.isWrong || !draft.isChanged}
          onClick={() => draft.save(level)}
        >
          {t(draft.busy ? 'rules.saving' : 'rules.save')}
        </Button>
        {setsAny(level.Values) && (
          <Button disabled={draft.busy} onClick={() => draft.reset(level)}>
            {t('rules.reset')}
          </Button>
        )}
      </div>
      <RuleConflictDialog rule={rule} draft={draft} />
      <LeaveGuard ref={guard} active={draft.isChanged} />
    </div>
  )
}
