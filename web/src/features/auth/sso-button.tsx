import { about } from '@eot/contract/about'
import { auth } from '@eot/contract/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { keepDestination } from './sso-destination.ts'

/** Opens the provider in the same window (spec 7). Says so if none is set up. */
export function SsoButton() {
  const { t } = useTranslation()
  const id = useId()
  const from = useLocation({ select: (location) => location.state.from })
  const isOff = useQuery(queryOf(about.get)).data?.SingleSignOn === false
  const start = useMutation({
    mutationFn: () => call(auth.azureLogin),
    onSuccess({ Response }) {
      keepDestination(sessionStorage, from)
      window.location.assign(Response)
    },
  })
  return (
    <>
      <span className="or">{t('signIn.or')}</span>
      <div className="stack">
        <button
          type="button"
          className="btn lg block"
          aria-disabled={isOff || start.isPending || undefined}
          aria-describedby={isOff ? id : undefined}
          onClick={() => !isOff && !start.isPending && start.mutate()}
        >
          <VendorMark />
          {t('signIn.withMicrosoft')}
        </button>
        {isOff && (
          <p className="hint" id={id}>
            {t('signIn.ssoOff')}
          </p>
        )}
        <FormFailure text={start.isError ? failureText(start.error) : undefined} />
      </div>
    </>
  )
}

function VendorMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path fill="#f25022" d="M0 0h7.5v7.5H0z" />
      <path fill="#7fba00" d="M8.5 0H16v7.5H8.5z" />
      <path fill="#00a4ef" d="M0 8.5h7.5V16H0z" />
      <path fill="#ffb900" d="M8.5 8.5H16V16H8.5z" />
    </svg>
  )
}
