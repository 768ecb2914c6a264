import { commands, type DeviceCommandRecord } from '@eot/contract/commands'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { When } from '../../domain/time-text.tsx'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../lib/api/query.ts'
import { elapsedText } from '../../lib/time/time.ts'
import { Allowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'

const askEveryMs = 2000
const mostShown = 5

const isWaiting = ({ Status }: DeviceCommandRecord) => Status === 'Queued' || Status === 'Sent'

/** Asks the device for all readings now, and shows the results of the last commands. */
export function CommandsCard({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const list = useQuery({
    ...queryOf(commands.list, { params: { id: deviceId } }),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? askEveryMs : false),
  })
  const asking = useMutation({
    mutationFn: () => call(commands.refresh, { params: { id: deviceId } }),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => void refreshFeatures(queryClient, commands),
  })
  const waits = list.data?.some(isWaiting) ?? false
  return (
    <section className="card" aria-label={t('devices.commands.title')}>
      <header>
        <h2>{t('devices.commands.title')}</h2>
        <div className="end">
          <Allowed to="RefreshDevice">
            <Button
              size="sm"
              icon={RefreshCw}
              disabled={waits || asking.isPending}
              onClick={() => asking.mutate()}
            >
              {t('devices.commands.refresh')}
            </Button>
          </Allowed>
        </div>
      </header>
      <div className="body">
        <p className="hint">{t('devices.commands.hint')}</p>
        <Panel query={list} skeleton={<SkeletonRows rows={2} />}>
          {(all) => (
            <ul className="command-list" aria-live="polite">
              {all.slice(0, mostShown).map((command) => (
                <CommandRow key={command.Id} command={command} />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </section>
  )
}

function CommandRow({ command }: { command: DeviceCommandRecord }) {
  const { t } = useTranslation()
  const { Status, RequestedAt, SentAt, AnsweredAt, RequestedBy } = command
  const level =
    Status === 'Done' ? 'ok' : Status === 'Refused' || Status === 'Expired' ? 'caution' : undefined
  const secondsTo = (at: string) => Math.max(0, Date.parse(at) - Date.parse(RequestedAt)) / 1000
  return (
    <li>
      {level ? <Glyph level={level} /> : <Clock className="icon" aria-hidden="true" />}
      <span>
        {t(`devices.commands.status.${Status}`)}
        <small>
          {[
            AnsweredAt !== null &&
              t('devices.commands.after', { duration: elapsedText(secondsTo(AnsweredAt)) }),
            AnsweredAt === null && SentAt === null && t('devices.commands.away'),
            RequestedBy && t('devices.commands.by', { name: RequestedBy.Name }),
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </span>
      <span className="faint">
        <When at={RequestedAt} />
      </span>
    </li>
  )
}
