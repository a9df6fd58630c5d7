import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { endpoints, type DutyTeamDetail } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ExportButton } from '../../../kit/list/export-button.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { formatDay, otherZone } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { useCan } from '../../../session/me.tsx'
import { DutyChanges } from './duty-changes.tsx'
import { DutyDay, around, dayIn, daysOf, moved } from './duty-day.tsx'
import type { ChangeDraft } from './override.form.tsx'

const OverrideForm = lazy(() => import('./override.form.tsx'))

const isDay = /^\d{4}-\d\d-\d\d$/

/** Who is on duty on each day of a week or month, in the team's time zone. View and day are part of the address. On a phone, the days are a list. */
export const DutyCalendar = ({ team }: { team: DutyTeamDetail }) => {
  const { t } = useTranslation('duty')
  const search = usePageSearch()
  const navigate = useNavigate()
  const narrow = useNarrow(phoneWidth)
  const mayChange = useCan()('dutyOverride:create')
  const [draft, setDraft] = useState<ChangeDraft>()
  const { id, timeZone } = team
  const now = useNow()
  const today = formatDay(now, timeZone)
  const view = search['view'] === 'month' ? 'month' : 'week'
  const day = isDay.test(search['day'] ?? '') ? (search['day'] ?? today) : today
  const days = daysOf(view, day)
  const query = useCall(endpoints.dutyTeam.calendar, { id, ...around(days) }, { keepPrevious: true })
  const go = (patch: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: { ...search, ...patch }, replace: true })
  const { data } = query
  const [first = day] = days
  const dayProps = (each: string) => ({
    day: each,
    isFirst: each === first,
    isToday: each === today,
    isOutside: view === 'month' && !each.startsWith(day.slice(0, 7)),
    zone: timeZone,
    slots: data?.slots ?? [],
    gaps: data?.gaps ?? [],
    onChange: mayChange ? setDraft : undefined,
  })
  return (
    <>
      <div className="ew-duty-head">
        <Segmented
          aria-label={t(($) => $.calendar.view)}
          value={view}
          options={[
            { value: 'week', label: t(($) => $.calendar.week) },
            { value: 'month', label: t(($) => $.calendar.month) },
          ]}
          onChange={(next) => go({ view: next })}
        />
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t(($) => $.calendar.previous)}
          onClick={() => go({ day: moved(view, day, -1) })}
        />
        <h2 aria-live="polite">
          {view === 'month' ? day.slice(0, 7) : t(($) => $.calendar.range, { from: first, to: days.at(-1) ?? '' })}
        </h2>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t(($) => $.calendar.next)}
          onClick={() => go({ day: moved(view, day, 1) })}
        />
        <Button onClick={() => go({ day: today })}>{t(($) => $.calendar.today)}</Button>
        <ExportButton entry={endpoints.dutyRoster.export} input={{ id, ...around(days) }} />
        {mayChange && <span className="ew-muted">{t(($) => $.calendar.hint)}</span>}
      </div>
      {otherZone(now, timeZone) && <p className="ew-muted">{t(($) => $.zone, { zone: timeZone })}</p>}
      {query.isError && !data ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <ListSkeleton rows={6} />
      ) : narrow ? (
        <ol className="ew-duty-list" aria-label={t(($) => $.calendar.label)}>
          {days
            .filter((each) => view === 'week' || each.startsWith(day.slice(0, 7)))
            .map((each) => (
              <li key={each}>
                <DutyDay {...dayProps(each)} isFirst={each === first} withDate />
              </li>
            ))}
        </ol>
      ) : (
        <table className="ew-duty-calendar" aria-label={t(($) => $.calendar.label)}>
          <thead>
            <tr>
              {t(($) => $.calendar.weekdays, { returnObjects: true }).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: days.length / 7 }, (_none, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
              <tr key={week[0]}>
                {week.map((each) => (
                  <td key={each} data-outside={dayProps(each).isOutside}>
                    <DutyDay {...dayProps(each)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && (
        <DutyChanges
          team={team}
          changes={data.overrides.filter(
            ({ from, to }) => dayIn(to, timeZone) >= first && dayIn(from, timeZone) <= (days.at(-1) ?? ''),
          )}
          onCreate={() => setDraft({})}
        />
      )}
      <Suspense>{draft && <OverrideForm team={team} draft={draft} onClose={() => setDraft(undefined)} />}</Suspense>
    </>
  )
}
