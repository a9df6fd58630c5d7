import { type AlarmDetail, type AlarmNeighbour, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { MapView } from '../../../kit/map/map-view.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { alarmTone } from '../../../kit/status-styles.ts'
import { PreciseTime } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { PlanPicture } from '../../sites/floor-plan/plan-picture.tsx'
import { toneOf, useAlarmColumns } from './alarm-cells.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { formatDelta } from './journey.ts'

const { alarm: calls, floorPlan } = endpoints

const OnMap = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  const base = useTranslation('alarm').t
  const tone = alarmTone(alarm)
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.place.map)}</h2>
      {alarm.position === null ? (
        <p className="ew-muted">{t(($) => $.place.noPosition)}</p>
      ) : (
        <MapView
          label={t(($) => $.place.mapOf, { code: alarm.code })}
          withoutList
          points={[
            {
              id: alarm.id,
              label: alarm.projectName ?? alarm.code,
              position: alarm.position,
              note: placeOf(alarm, base),
              tone: tone === 'fire' || tone === 'fault' ? tone : 'normal',
            },
          ]}
        />
      )}
      {alarm.projectAddress && <p className="ew-muted">{alarm.projectAddress}</p>}
    </section>
  )
}

/** The floor plan with the device, and others there that reported at about the same time. */
const OnPlan = ({ alarm, neighbours }: { alarm: AlarmDetail; neighbours: readonly AlarmNeighbour[] }) => {
  const { t } = useTranslation('alarm-detail')
  const can = useCan()
  const found = useCall(floorPlan.ofDevice, { id: alarm.deviceId ?? 0 }, { enabled: alarm.deviceId !== null, quiet: true })
  const planId = found.data?.plan.id
  const plan = useCall(floorPlan.detail, { id: planId ?? 0 }, { enabled: planId !== undefined, quiet: true })
  const beside = new Set(neighbours.map(({ deviceId }) => deviceId))
  const pins = plan.data?.pins.filter(({ deviceId }) => deviceId === alarm.deviceId || beside.has(deviceId)) ?? []
  const query = found.isError ? found : plan
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.place.plan)}</h2>
      {query.isError && <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />}
      {alarm.deviceId === null || found.data === null ? (
        <p className="ew-muted">
          {t(($) => $.place.noPlan)}{' '}
          {alarm.projectId !== null && can('project:view') && can('floorPlan:place') && (
            <a className="ew-link" href={pageHref('projectDetail', { id: alarm.projectId, tab: 'plans' })}>
              {t(($) => $.place.toPlans)}
            </a>
          )}
        </p>
      ) : plan.data ? (
        <div className="ew-alarm-plan">
          <p>
            {`${plan.data.building} · ${plan.data.floor}`}
            <small>{pins.length > 1 ? t(($) => $.place.others, { count: pins.length - 1 }) : t(($) => $.place.alone)}</small>
          </p>
          <PlanPicture plan={plan.data} pins={pins} chosen={alarm.deviceId} />
        </div>
      ) : (
        !query.isError && <ListSkeleton rows={4} />
      )}
    </section>
  )
}

const Neighbours = ({ list, more }: { list: readonly AlarmNeighbour[]; more: boolean }) => {
  const { t } = useTranslation('alarm-detail')
  const can = useCan()
  // The ids of alarms and of faults overlap.
  const rows = list.map((row, index) => ({ ...row, row: row.id, id: index }))
  const words = t(($) => $.place, { returnObjects: true })
  return (
    <section className="ew-panel">
      <h2>{words.neighbours}</h2>
      {rows.length === 0 ? (
        <p className="ew-muted">{words.noNeighbours}</p>
      ) : (
        <PlainTable
          label={words.neighbours}
          rows={rows}
          columns={[
            { label: words.offset, render: (row) => <span className="ew-number">{formatDelta(row.offsetMs)}</span> },
            {
              label: words.what,
              render: (row) =>
                row.kind === 'alarm' ? (
                  <a className="ew-link" href={pageHref('alarmDetail', { id: row.row })}>
                    {[row.level && enumLabel('alarmLevel', row.level), typeName(row)].filter(Boolean).join(' · ')}
                  </a>
                ) : !can('fault:view') ? (
                  `${words.fault} · ${typeName(row)}`
                ) : (
                  <a className="ew-link" href={pageHref('faultDetail', { id: row.row })}>
                    {`${words.fault} · ${typeName(row)}`}
                  </a>
                ),
            },
            {
              label: words.device,
              render: (row) =>
                row.deviceId === null || !can('device:view') ? (
                  (row.deviceCode ?? '—')
                ) : (
                  <Code href={pageHref('deviceDetail', { id: row.deviceId })}>{row.deviceCode ?? String(row.deviceId)}</Code>
                ),
            },
            { label: words.where, render: (row) => [row.roomNumber, row.deviceName].filter(Boolean).join(' · ') || '—' },
            {
              label: words.state,
              render: (row) =>
                [
                  row.alarmState && enumLabel('alarmState', row.alarmState),
                  row.faultState && enumLabel('faultState', row.faultState),
                  row.test ? words.test : null,
                ]
                  .filter(Boolean)
                  .join(' · '),
            },
            { label: words.time, render: (row) => <PreciseTime value={row.at} /> },
          ]}
        />
      )}
      {more && <p className="ew-muted">{words.more}</p>}
    </section>
  )
}

/** The other open alarms of the site. */
const OpenHere = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('alarm-detail')
  const columns = useAlarmColumns()
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.place.openHere)}</h2>
      <ListPage
        embedded
        endpoint={calls.page}
        fixed={{ projectId, open: true }}
        title={t(($) => $.place.openHere)}
        columns={columns}
        tone={toneOf}
      />
    </section>
  )
}

/** The place of the alarm and what else happened there: map, floor plan, ten minutes before and after, open alarms. */
export const AlarmPlace = ({ alarm }: { alarm: AlarmDetail }) => {
  const can = useCan()
  const query = useCall(calls.neighbours, { id: alarm.id }, { quiet: true })
  return (
    <>
      <div className="ew-alarm-two">
        {can('floorPlan:view') && <OnPlan alarm={alarm} neighbours={query.data?.list ?? []} />}
        <OnMap alarm={alarm} />
      </div>
      {query.isError && <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />}
      {query.data ? <Neighbours {...query.data} /> : !query.isError && <ListSkeleton rows={3} />}
      {alarm.projectId !== null && <OpenHere projectId={alarm.projectId} />}
    </>
  )
}
