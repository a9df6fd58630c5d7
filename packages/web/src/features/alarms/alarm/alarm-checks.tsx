import { endpoints, type AlarmDetail } from '@emberwatch/contract'
import { Checkbox } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'

const EditChecklist = lazy(() => import('./edit-checklist.form.tsx'))

const checks = endpoints.alarmCheck

/** The checklist of the site for an alarm; each tick is stored with person and time. */
export const AlarmChecks = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  const can = useCan()
  const run = useRunWrite()
  const query = useCall(checks.list, { id: alarm.id }, { quiet: true })
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState<string>()
  const { data } = query
  const mayTick = can('alarm:check')

  const tick = async (text: string, done: boolean) => {
    setBusy(text)
    try {
      await run(checks.tick, { id: alarm.id, text, done })
    } catch {
      // The call has shown its failure.
    } finally {
      setBusy(undefined)
    }
  }
  const left = data?.items.filter(({ done }) => !done).length ?? 0
  return (
    <section className="ew-panel" aria-label={t(($) => $.checks.title)}>
      <h2>
        {t(($) => $.checks.title)}
        {data && data.items.length > 0 && (
          <small className="ew-journey-total">
            {left === 0 ? t(($) => $.checks.allDone) : t(($) => $.checks.left, { count: left })}
          </small>
        )}
      </h2>
      {query.isError && <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />}
      {!data && !query.isError && <ListSkeleton rows={2} />}
      {data && data.items.length === 0 && <p className="ew-muted">{t(($) => $.checks.empty)}</p>}
      {data && data.items.length > 0 && (
        <ul className="ew-alarm-checks">
          {data.items.map(({ text, done, by, at, former }) => (
            <li key={text}>
              <Checkbox
                // A click shows at once; if the server refuses it, it is taken back.
                checked={busy === text ? !done : done}
                disabled={!mayTick || busy !== undefined}
                onChange={({ target }) => void tick(text, target.checked)}
              >
                {text}
              </Checkbox>
              {done && at !== null && (
                <small>
                  {by} <Time value={at} />
                </small>
              )}
              {former && <small>{t(($) => $.checks.former)}</small>}
            </li>
          ))}
        </ul>
      )}
      {data && data.version !== null && can('alarm:checklist') && (
        <ActionButton action={{ key: 'edit', label: t(($) => $.checks.edit), onClick: () => setEditing(true) }} />
      )}
      {editing && data && data.version !== null && alarm.projectId !== null && (
        <Suspense>
          <EditChecklist
            projectId={alarm.projectId}
            version={data.version}
            steps={data.items.filter(({ former }) => !former).map(({ text }) => text)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
