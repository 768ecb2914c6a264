import { descriptionLength, systemMessages, titleLength } from '@eot/contract/system-messages'
import { type Severity, severities } from '@eot/contract/vocabulary'
import type { Named } from '@eot/contract/wire'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { SiteField } from '../../domain/site-field.tsx'
import { useSiteChoices } from '../../domain/use-site-choices.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormText } from '../../lib/forms/form-text.tsx'
import type { Form } from '../../lib/forms/use-form.ts'
import { numberText } from '../../texts/number-format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Segments } from '../../ui/segments.tsx'
import { MessageBanner } from './message-banner.tsx'

export interface MessageValues {
  Title: string
  Description: string
  Severity: Severity
  Sites: readonly Named[]
  UserRoles: readonly string[]
  /** Local times in `zone`, as in inputs of type datetime-local. Empty: none. */
  StartAt: string
  EndAt: string
  IsActive: boolean
}

interface MessageFieldsProps {
  form: Form<MessageValues>
  /** The site the message belongs to. */
  siteId: string
  zone: string
}

/** The fields of a system message below a preview, which is the banner itself. */
export function MessageFields({ form, siteId, zone }: MessageFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const { Title, Description, Severity } = values
  const length = (text: string, max: number) => (
    <span className="length">{t('messages.length', { length: text.length, max })}</span>
  )
  return (
    <>
      <div className="message-preview">
        <h3>{t('messages.preview')}</h3>
        <MessageBanner
          isPreview
          message={{ Title: Title || t('messages.previewTitle'), Description, Severity }}
        />
      </div>
      <FormText
        form={form}
        name="Title"
        label={t('messages.titleField')}
        maxLength={titleLength}
        hint={length(Title, titleLength)}
        autoComplete="off"
      />
      <Field
        label={t('messages.text')}
        error={errors.Description}
        hint={length(Description, descriptionLength)}
      >
        {(input) => (
          <textarea
            {...input}
            className="input"
            rows={3}
            maxLength={descriptionLength}
            value={Description}
            onChange={(event) => set({ Description: event.currentTarget.value })}
          />
        )}
      </Field>
      <div className="field">
        <span className="label">{t('messages.severity')}</span>
        <Segments
          fill
          className="severity"
          label={t('messages.severity')}
          value={Severity}
          options={severities.toReversed().map((value) => ({
            value,
            text: (
              <>
                <Glyph level={levelOf(value)} />
                {t(`vocabulary.severity.${value}`)}
              </>
            ),
          }))}
          onChange={(next) => set({ Severity: next })}
        />
        <div className="hint">{t('messages.severityHint')}</div>
      </div>
      <Audience form={form} siteId={siteId} />
      <div className="pair">
        <FormText form={form} name="StartAt" type="datetime-local" label={t('messages.starts')} />
        <FormText
          form={form}
          name="EndAt"
          type="datetime-local"
          label={t('messages.ends')}
          hint={t('messages.endsHint')}
        />
      </div>
      <p className="hint">{t('messages.zoneHint', { zone })}</p>
      <Check
        label={t('messages.isActive')}
        checked={values.IsActive}
        onChange={(event) => set({ IsActive: event.currentTarget.checked })}
      />
    </>
  )
}

/** The sites and roles of the people who will see the message, with their number. */
function Audience({ form, siteId }: Pick<MessageFieldsProps, 'form' | 'siteId'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const { find } = useSiteChoices(siteId)
  const query = { Sites: values.Sites.map(({ Id }) => Id) }
  const { data: roles = [] } = useQuery({
    ...queryOf(systemMessages.audience, { query }),
    placeholderData: keepPreviousData,
  })
  const isChosen = (id: string) => values.UserRoles.includes(id)
  const total = roles.reduce((sum, { Count }) => sum + Count, 0)
  const reached = roles
    .filter(({ Id }) => values.UserRoles.length === 0 || isChosen(Id))
    .reduce((sum, { Count }) => sum + Count, 0)
  return (
    <div className="audience">
      <h3>
        {t('messages.audience')}
        <span className="note">
          {values.Sites.length > 0 && t('messages.people', { reached, count: total })}
        </span>
      </h3>
      {values.Sites.length > 0 && (
        <ul className="sites" aria-label={t('messages.sites')}>
          {values.Sites.map((site) => (
            <li key={site.Id}>
              <span className="truncate">{t('messages.andBelow', { site: site.Name })}</span>
              <IconButton
                icon={X}
                size="sm"
                label={t('messages.removeSite', { site: site.Name })}
                onClick={() => set({ Sites: values.Sites.filter(({ Id }) => Id !== site.Id) })}
              />
            </li>
          ))}
        </ul>
      )}
      <SiteField
        label={t('messages.addSite')}
        siteId={siteId}
        value=""
        error={errors.Sites}
        onChange={(Id) => {
          if (!values.Sites.some((site) => site.Id === Id))
            set({ Sites: [...values.Sites, { Id, Name: find(Id)?.name ?? '' }] })
        }}
      />
      <fieldset>
        <legend className="label">{t('messages.roles')}</legend>
        <div className="roles">
          {roles.map(({ Id, Name, Count }) => (
            <label key={Id}>
              <input
                type="checkbox"
                className="check"
                checked={isChosen(Id)}
                onChange={() =>
                  set({
                    UserRoles: isChosen(Id)
                      ? values.UserRoles.filter((one) => one !== Id)
                      : [...values.UserRoles, Id],
                  })
                }
              />
              <span>{Name}</span>
              <span className="faint">{numberText(Count)}</span>
            </label>
          ))}
        </div>
        <p className="hint">{t('messages.rolesHint')}</p>
      </fieldset>
    </div>
  )
}
