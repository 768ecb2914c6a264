import { type ClosedDay, forecast } from '@eot/contract/forecast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../lib/api/query.ts'
import { useDestroy } from '../../lib/lists/use-destroy.ts'
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
                          <RemoveDay id={id} day={{ Date: day.Date, Name: day.Name }} />
                        )}
                      </li>
                    ))}
                </ul>
                {mayEdit && <AddDay id={id} from={today} />}
              </>
            )
          }}
        </Panel>
      </div>
    </section>
  )
}

const addDay = (id: string, day: ClosedDay) =>
  call(forecast.changeClosedDays, { params: { id }, body: { Add: [day] } })

/** Removes a day at once, with a message that offers to undo it. */
function RemoveDay({ id, day }: { id: string; day: ClosedDay }) {
  const { t } = useTranslation()
  const shown = dateText(day.Date)
  const remove = useDestroy({
    run: () => call(forecast.changeClosedDays, { params: { id }, body: { Remove: [day.Date] } }),
    undo: () => addDay(id, day),
    done: () => t('forecast.dayRemoved', { day: shown }),
    failed: (reason) => t('forecast.dayNotSaved', { reason }),
    refreshes: [forecast],
  })
  return (
    <IconButton
      icon={X}
      size="sm"
      label={t('forecast.removeDay', { day: shown })}
      disabled={remove.isPending}
      onClick={() => remove.mutate()}
    />
  )
}

function AddDay({ id, from }: { id: string; from: string }) {
  const { t } = useTranslation()
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (day: ClosedDay) => addDay(id, day),
    async onSuccess(_saved, day) {
      // The next day may have been typed meanwhile.
      setDate((now) => (now === day.Date ? '' : now))
      setName((now) => (now.trim() === day.Name ? '' : now))
      await refreshFeatures(queryClient, forecast)
      showToast(t('forecast.daySaved'))
    },
    onError: (error) =>
      showToast(t('forecast.dayNotSaved', { reason: failureText(error) }), { urgent: true }),
  })
  function add(event: FormEvent) {
    event.preventDefault()
    if (date === '' || name.trim() === '') return
    save.mutate({ Date: date, Name: name.trim() })
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
      <Button type="submit" disabled={save.isPending}>
        {t('forecast.addDay')}
      </Button>
    </form>
  )
}
