import { auth } from '@eot/contract/auth'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { newPasswordFault } from '../../domain/new-password.ts'
import { NewPasswordField } from '../../domain/new-password-field.tsx'
import { call } from '../../lib/api/api.ts'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { isEmail } from '../../session/sign-in-outcome.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { FormSubmit } from '../../ui/form-submit.tsx'

const looksLikeId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text.trim())

/** Creates an account at a site. Only in development mode (spec 2). */
export function RegisterPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    initial: { FullName: '', Email: '', Password: '', SiteId: '', UserRoleId: '' },
    check({ FullName, Email, Password, SiteId, UserRoleId }) {
      const fault = newPasswordFault(Password)
      return {
        ...(FullName.trim() === '' && { FullName: t('registration.site.fullNameMissing') }),
        ...(!isEmail(Email.trim()) && { Email: t('signIn.invalid.email') }),
        ...(fault && { Password: fault }),
        ...(!looksLikeId(SiteId) && { SiteId: t('registration.account.idInvalid') }),
        ...(UserRoleId.trim() !== '' &&
          !looksLikeId(UserRoleId) && { UserRoleId: t('registration.account.idInvalid') }),
      }
    },
    async send({ UserRoleId, ...values }) {
      const body = {
        ...values,
        Email: values.Email.trim(),
        SiteId: values.SiteId.trim(),
        ...(UserRoleId.trim() !== '' && { UserRoleId: UserRoleId.trim() }),
      }
      await call(auth.register, { body })
      return body.Email
    },
    onSent: (email) => void navigate({ to: '/login', state: { email, done: 'registered' } }),
    places: { site_not_found: 'SiteId', role_not_found: 'UserRoleId', role_above_own: 'UserRoleId' },
  })
  const { values, errors, set } = form

  const text = (
    name: 'FullName' | 'Email' | 'SiteId' | 'UserRoleId',
    label: string,
    autoComplete: string,
    hint?: string,
  ) => (
    <FormText
      form={form}
      name={name}
      large
      label={label}
      hint={hint}
      type={name === 'Email' ? 'email' : 'text'}
      mono={name.endsWith('Id')}
      autoComplete={autoComplete}
    />
  )
  return (
    <FormPage title={t('registration.account.heading')} lead={t('registration.account.lead')}>
      <form ref={form.element} noValidate onSubmit={form.submit}>
        {text('FullName', t('registration.account.fullName'), 'name')}
        {text('Email', t('registration.account.email'), 'username')}
        <NewPasswordField
          label={t('registration.account.password')}
          value={values.Password}
          onChange={(Password) => set({ Password })}
          error={errors.Password}
        />
        {text('SiteId', t('registration.account.siteId'), 'off')}
        {text('UserRoleId', t('registration.account.roleId'), 'off', t('registration.account.roleHint'))}
        <FormSubmit
          form={form}
          text={t('registration.account.submit')}
          busyText={t('registration.account.submitting')}
        />
      </form>
      <p className="form-links">
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
    </FormPage>
  )
}
