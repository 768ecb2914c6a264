import { type ClosedDay, forecast } from '@eot/contract/forecast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { wallOf } from '../../texts/zoned-time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { dateText } from './forecast-words.ts'

/** The future days on which the site is closed. */
export function ClosedDaysCard() {
  const { t } = useTranslation()
  const id = useCurrentSiteId()
  const zone = useTimeZone()
  const today = new Date(wallOf(useMinute(), zone)).toISOString().slice(0, 10)
  const mayEdit = useAllowed('EditSite')
  const query = useQuery(queryOf(forecast.closedDays, { params: { id } }))
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (Days: ClosedDay[]) => call(forecast.setClosedDays, { params: { id }, body: { Days } }),
    async onSuccess() {
      await refreshFeatures(queryClient, forecast)
      showToast(t('forecast.daySaved'))
    },
    onError: (error) =>
      showToast(t('forecast.dayNotSaved', { reason: failureText(error) }), { urgent: true }),
  })
  return (
    <section className="card fc-closed-days">
      <header>
        <CalendarX className="icon" aria-hidden="true" />
        <h2>{t('forecast.closedDays')}</h2>
        <span className="note">{t('forecast.closedDaysNote')}</span>
      </header>
      <div className="body">
        <Panel query={query} skeleton={<Skeleton height={80} />}>
          {({ Days, Inherited }) => {
            const coming = [
              ...Days.map((day) => ({ ...day, isOwn: true })),
              ...Inherited.map((day) => ({ ...day, isOwn: false })),
            ].filter((day) => day.Date >= today)
            return (
              <>
                {coming.length === 0 && <p className="muted">{t('forecast.noClosedDays')}</p>}
                <ul>
                  {coming
                    .toSorted((a, b) => a.Date.localeCompare(b.Date))
                    .map((day) => (
                      <li key={`${day.Date} ${day.isOwn}`}>
                        <b>{dateText(day.Date)}</b> <span className="truncate">{day.Name}</span>
                        {!day.isOwn && <span className="muted">{t('forecast.inheritedDay')}</span>}
                        {day.isOwn && mayEdit && (
                          <IconButton
                            icon={X}
                            size="sm"
                            label={t('forecast.removeDay', { day: dateText(day.Date) })}
                            disabled={save.isPending}
                            onClick={() => save.mutate(Days.filter((other) => other.Date !== day.Date))}
                          />
                        )}
                      </li>
                    ))}
                </ul>
                {mayEdit && (
                  <AddDay
                    from={today}
                    busy={save.isPending}
                    onAdd={(day) => save.mutate([...Days.filter((other) => other.Date !== day.Date), day])}
                  />
                )}
              </>
            )
          }}
        </Panel>
      </div>
    </section>
  )
}

function AddDay({ from, busy, onAdd }: { from: string; busy: boolean; onAdd: (day: ClosedDay) => void }) {
  const { t } = useTranslation()
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  function add(event: FormEvent) {
    event.preventDefault()
    if (date === '' || name.trim() === '') return
    onAdd({ Date: date, Name: name.trim() })
    setDate('')
    setName('')
  }
  return (
    <form onSubmit={add} className="fc-add-day">
      <TextField
        label={t('forecast.date')}
        type="date"
        required
        min={from}
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      <TextField
        label={t('forecast.dayName')}
        required
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" disabled={busy}>
        {t('forecast.addDay')}
      </Button>
    </form>
  )
}
