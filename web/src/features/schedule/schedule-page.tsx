import './schedule.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAllowed } from '../../session/use-session.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Coverage } from './coverage.tsx'
import { MyWeek } from './my-week.tsx'

/** What reaches the user during the week and, for users who see subscriptions, the hours in which nobody is notified. */
export function SchedulePage() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/my-schedule' })
  const { view } = useSearch({ from: '/portal/my-schedule' })
  const seesCoverage = useAllowed('ViewSubscriptions')
  const isCoverage = seesCoverage && view === 'coverage'
  return (
    <>
      <PageHead
        title={t(isCoverage ? 'schedule.coverage.title' : 'schedule.title')}
        sub={t(isCoverage ? 'schedule.coverage.sub' : 'schedule.sub')}
        actions={
          seesCoverage && (
            <Segments
              label={t('schedule.view')}
              value={isCoverage ? 'coverage' : 'week'}
              options={[
                { value: 'week', text: t('schedule.myWeek') },
                { value: 'coverage', text: t('schedule.coverage.tab') },
              ]}
              onChange={(next) =>
                void navigate({
                  to: '.',
                  search: (before) => ({ ...before, view: next === 'coverage' ? next : undefined }),
                  replace: true,
                })
              }
            />
          )
        }
      />
      {isCoverage ? <Coverage /> : <MyWeek />}
    </>
  )
}
