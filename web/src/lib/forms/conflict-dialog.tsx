import './conflict-dialog.css'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMinute } from '../time/now.ts'
import { agoText } from '../time/time.ts'
import { compareEdits, mergeEdits, type Side } from './edit-conflict.ts'
import type { FieldWords, FormConflict } from './use-edit.ts'

/** Compares the unsaved values of a form with those another user saved meanwhile, and saves the chosen ones. */
export function ConflictDialog<V extends object>({ conflict }: { conflict: FormConflict<V> }) {
  const { fields, before, mine, theirs, changedBy, changedAt, onKeepEditing, onTakeTheirs, onSave } = conflict
  const { t } = useTranslation()
  const now = useMinute()
  const [choices, setChoices] = useState<ReadonlyMap<keyof V, Side>>(new Map())
  const outcomes = [...compareEdits(before, mine, theirs)]
  const open = outcomes.filter(([, outcome]) => outcome === 'choose').map(([name]) => name)
  const who = changedBy ?? t('conflict.someone')
  const when = changedAt && agoText(changedAt, Math.max(now, Date.parse(changedAt)))
  return (
    <Dialog
      open
      wide
      onClose={onKeepEditing}
      title={when ? t('conflict.title', { who, when }) : t('conflict.titleUndated', { who })}
      text={open.length > 0 ? t('conflict.choose', { count: open.length }) : t('conflict.disjoint')}
      actions={
        <>
          <Button onClick={onKeepEditing}>{t('conflict.keepEditing')}</Button>
          <Button onClick={onTakeTheirs}>{t('conflict.takeTheirs', { who })}</Button>
          <Button
            variant="primary"
            disabled={open.some((name) => !choices.has(name))}
            onClick={() => onSave(mergeEdits(before, mine, theirs, choices))}
          >
            {t(open.length > 0 ? 'conflict.saveChosen' : 'conflict.saveBoth')}
          </Button>
        </>
      }
    >
      <div className="conflict-table">
        <span className="hd">{t('conflict.field')}</span>
        <span className="hd">
          {t('conflict.mine')}
          <small>{t('conflict.notSaved')}</small>
        </span>
        <span className="hd">
          {who}
          {when && <small>{t('conflict.saved', { when })}</small>}
        </span>
        {outcomes.map(([name, outcome]) => (
          <Fragment key={String(name)}>
            <span className="f">{fields[name]?.label ?? String(name)}</span>
            {outcome === 'choose' ? (
              <Choice
                words={fields[name]}
                values={{ mine: mine[name], theirs: theirs[name] }}
                before={before[name]}
                who={who}
                side={choices.get(name)}
                onChoose={(side) => setChoices(new Map([...choices, [name, side]]))}
              />
            ) : (
              <span className="taken">
                {textOf(fields[name], outcome === 'theirs' ? theirs[name] : mine[name])}
                <small>{t(`conflict.outcome.${outcome}`, { who })}</small>
              </span>
            )}
          </Fragment>
        ))}
      </div>
    </Dialog>
  )
}

function Choice<T>(props: {
  words: FieldWords<T> | undefined
  values: Record<Side, T>
  before: T
  who: string
  side: Side | undefined
  onChoose: (side: Side) => void
}) {
  const { words, values, before, who, side, onChoose } = props
  const { t } = useTranslation()
  const id = useId()
  const sides = { mine: t('conflict.mine'), theirs: who }
  return (['mine', 'theirs'] as const).map((one) => (
    <label key={one} htmlFor={`${id}${one}`}>
      <input
        id={`${id}${one}`}
        type="radio"
        className="radio"
        name={id}
        aria-label={`${words?.label ?? ''}, ${sides[one]}: ${textOf(words, values[one])}`}
        checked={side === one}
        onChange={() => onChoose(one)}
      />
      <span>
        {textOf(words, values[one])}
        <small>{t('conflict.was', { value: textOf(words, before) })}</small>
      </span>
    </label>
  ))
}

function textOf<T>(words: FieldWords<T> | undefined, value: T): string {
  const text = words?.text ? words.text(value) : String(value ?? '')
  return text || '–'
}
