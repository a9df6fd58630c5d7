import { alarmStates, decide, endpoints, type AlarmRow } from '@emberwatch/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall, useRefresh } from '../../../api/hooks.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import type { Action } from '../../../kit/actions.tsx'
import { Clock } from '../../../kit/clock.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useRunEach } from '../../../kit/use-run-each.tsx'
import { useActor, useCan, useMe } from '../../../session/me.tsx'
import { useAlarmActions } from './alarm-actions.tsx'
import { useAlarmKeys } from './alarm-keys.tsx'
import { toneOf, useAlarmColumns } from './alarm-cells.tsx'
import { reachedBy, typeName } from './alarm-labels.ts'
import { isMixed } from './alike.ts'
import { isWaitingFire } from './queued-alarm.ts'
import { reportShown } from './shown.ts'
import { useSoundAction } from './sound-switch.tsx'

const alarm = endpoints.alarm
const project = endpoints.project

/** Confirms several alarms at once: only of one project and type, and no test with a real one, so that nobody confirms alarms without looking at them. */
const useConfirmSelected = () => {
  const { t } = useTranslation('alarm')
  const actor = useActor()
  const refresh = useRefresh()
  const runEach = useRunEach()
  return (rows: readonly AlarmRow[], clear: () => void): Action => {
    const [first] = rows
    const refused = rows.some((row) => !decide(alarmStates, 'confirm', row.state, row, actor).allowed)
    const confirmAll = async () => {
      await runEach(
        rows,
        ({ code }) => code,
        ({ id, raisedAt }) => call(alarm.confirm, { id, raisedAt }, { quiet: true }),
        t(($) => $.confirmedMany, { count: rows.length }),
      )
      clear()
      await refresh(alarm.confirm)
    }
    return {
      key: 'confirm',
      label: t(($) => $.confirmSelected),
      op: 'alarm:confirm',
      primary: true,
      off: isMixed(rows) ? t(($) => $.off.mixed) : refused ? t(($) => $.off.selected) : undefined,
      confirm: t(($) => $.confirmAsk, {
        count: rows.length,
        type: first ? typeName(first) : '',
        project: first?.projectName ?? t(($) => $.noProject),
      }),
      onClick: confirmAll,
    }
  }
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

export default function AlarmListPage() {
  const { t } = useTranslation('alarm')
  const types = useCall(alarm.typeSelect, {}, { staleTime: 300_000 }).data ?? []
  const columns = useAlarmColumns()
  const { actionsOf, dialogs } = useAlarmActions()
  const confirmSelected = useConfirmSelected()
  const sound = useSoundAction()
  const can = useCan()
  const { user } = useMe()
  const counts = useCall(endpoints.alarmDesk.counts, {}, { quiet: true }).data
  const shown = useRef<readonly AlarmRow[]>([])
  const keys = useAlarmKeys(() => shown.current, actionsOf)
  return (
    <>
      <ListPage
        endpoint={alarm.page}
        exporter={alarm.export}
        views={[
          { label: t(($) => $.views.live), when: { open: 'true' }, count: counts?.live, isDefault: true },
          ...(can('alarm:confirm')
            ? [{ label: t(($) => $.views.mine), when: { open: 'true', heldByMe: 'true' }, count: counts?.mine }]
            : []),
          { label: t(($) => $.views.unconfirmed), when: { state: 'unconfirmed' }, count: counts?.unconfirmed },
          { label: t(($) => $.views.breached), when: { breached: 'true' }, count: counts?.breached },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'projectId', endpoint: project.select },
          {
            kind: 'select',
            name: 'typeId',
            options: types.map(({ value, labelZh, labelEn }) => ({
              value,
              label: currentLanguage() === 'zh' ? labelZh : labelEn,
            })),
          },
          { kind: 'dateRange' },
          'state',
          'level',
          'breached',
          'everBreached',
          {
            kind: 'select',
            name: 'sourceActive',
            options: [
              { value: 'true', label: t(($) => $.active) },
              { value: 'false', label: t(($) => $.restored) },
            ],
          },
          'handleWay',
          'cause',
          'reached',
          ...(can('gateway:view') ? [{ kind: 'remote', name: 'gatewayId', endpoint: endpoints.gateway.select } as const] : []),
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company', name: 'companyId' } as const] : []),
          ...(can('project:view')
            ? ([
                { kind: 'remote', name: 'confirmedById', endpoint: project.adminSelect },
                { kind: 'remote', name: 'closedById', endpoint: project.adminSelect },
              ] as const)
            : []),
          { kind: 'address' },
          'test',
          'alarmOutcome',
          'countedAlarm',
          ...(can('project:view')
            ? [{ kind: 'remote', name: 'projectTypeId', endpoint: endpoints.projectType.select } as const]
            : []),
          { kind: 'select', name: 'siteHour', options: hours.map((value) => ({ value, label: String(value) })) },
        ]}
        columns={[
          ...columns,
          { field: 'deviceCode', optional: true },
          { field: 'modelName', optional: true },
          { field: 'gatewayCode', optional: true },
          { field: 'sourceCode', optional: true },
          { field: 'companyName', optional: true },
          { field: 'holderName', optional: true },
          { field: 'breachedAt', optional: true },
          { field: 'acknowledgeLateS', optional: true },
          { field: 'closeLateS', optional: true },
          { field: 'reached', render: (row) => reachedBy(row) || '—', optional: true },
          { field: 'confirmedAt', optional: true },
          { field: 'confirmedBy', optional: true },
          { field: 'closedAt', optional: true },
          { field: 'closedBy', optional: true },
          { field: 'lastedFor', optional: true, render: ({ firstAt, closedAt }) => <Clock since={firstAt} until={closedAt} /> },
          { field: 'result', optional: true },
          { field: 'handleWay', optional: true },
          { field: 'cause', optional: true },
          { field: 'note', optional: true },
        ]}
        actions={[sound, keys.action]}
        rowActions={actionsOf}
        selection={(rows, clear) => [confirmSelected(rows, clear)]}
        tone={toneOf}
        entersAtOnce={isWaitingFire}
        onRows={(rows) => {
          shown.current = rows
          reportShown(rows.filter(({ state }) => state === 'unconfirmed').map(({ id }) => id))
        }}
      />
      {dialogs}
      {keys.dialog}
    </>
  )
}
