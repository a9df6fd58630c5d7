import { decide, endpoints, faultStates, type FaultRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { sharedTexts } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { useListState } from '../../kit/list/list-state.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { TwoLines } from '../../kit/list/standard-columns.tsx'
import { Tag } from '../../kit/status-tag.tsx'
import { formatTime, Time } from '../../kit/time.tsx'
import { useActor } from '../../session/me.tsx'
import { faultName } from './fault-name.ts'

const SolveFaults = lazy(() => import('./solve-faults.form.tsx'))

const fault = endpoints.fault
const project = endpoints.project

const exporters = { pending: fault.pendingExport, processing: fault.processingExport, solved: fault.solvedExport }

const Place = ({ row }: { row: FaultRow }) => {
  const { t } = useTranslation('fault')
  const device =
    row.deviceCode === null
      ? t(($) => $.gatewayItself)
      : row.deviceId === null
        ? t(($) => $.unregistered, { code: row.deviceCode })
        : [row.deviceName, row.roomNumber].filter(Boolean).join(', ')
  return <TwoLines small={device}>{row.projectName ?? t(($) => $.noProject)}</TwoLines>
}

const Since = ({ row }: { row: FaultRow }) => {
  const { t } = useTranslation('fault')
  return (
    <TwoLines
      small={row.repeatCount > 0 && t(($) => $.repeats, { count: row.repeatCount, time: formatTime(row.lastAt, row.timeZone) })}
    >
      <Time value={row.firstAt} />
    </TwoLines>
  )
}

/** Faults of devices and gateways, and of unreadable messages. */
export default function FaultListPage() {
  const { t } = useTranslation('fault')
  const actor = useActor()
  const [solving, setSolving] = useState<{ rows: readonly FaultRow[]; clear: () => void }>()
  const types = useCall(fault.typeSelect, {}, { staleTime: 300_000 }).data ?? []
  const state = useListState(false).search['state'] ?? ''
  const views = t(($) => $.views, { returnObjects: true })
  const refusalOf = (row: FaultRow): string | undefined => {
    const decision = decide(faultStates, 'solve', row.state, row, actor)
    if (decision.allowed) return undefined
    return decision.reason === 'wrongState' ? t(($) => $.solve.already) : sharedTexts().reasons.noAccess
  }
  return (
    <>
      <ListPage
        endpoint={fault.page}
        // The specification has one export per state.
        {...(state in exporters ? { exporter: exporters[state as keyof typeof exporters] } : {})}
        views={[
          { label: views.open, when: { open: 'true' } },
          { label: views.pending, when: { state: 'pending' } },
          { label: views.processing, when: { state: 'processing' } },
          { label: views.solved, when: { state: 'solved' } },
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
        ]}
        columns={[
          {
            field: 'faultType',
            label: t(($) => $.fault),
            render: (row) => (
              <>
                {faultName(row)} {row.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
              </>
            ),
          },
          { field: 'projectName', label: t(($) => $.place), render: (row) => <Place row={row} /> },
          'state',
          { field: 'firstAt', render: (row) => <Since row={row} /> },
          'gatewayCode',
          { field: 'deviceCode', optional: true },
          { field: 'sourceCode', optional: true, render: ({ sourceFormat, sourceCode }) => `${sourceFormat} ${sourceCode}` },
          { field: 'companyName', optional: true },
          { field: 'restoredAt', optional: true },
          { field: 'solvedAt', optional: true },
          { field: 'solvedBy', optional: true },
          { field: 'solvedWay', optional: true },
          { field: 'note', optional: true },
          { field: 'orderCode', optional: true },
        ]}
        rowActions={(row) => [
          {
            key: 'solve',
            label: t(($) => $.solve.action),
            op: 'fault:solve',
            off: refusalOf(row),
            onClick: () => setSolving({ rows: [row], clear: () => {} }),
          },
        ]}
        selection={(rows, clear) => [
          {
            key: 'solve',
            label: t(($) => $.solve.selected),
            op: 'fault:solve',
            off: rows.map(refusalOf).find((refusal) => refusal !== undefined),
            onClick: () => setSolving({ rows, clear }),
          },
        ]}
        tone={(row) => (row.state === 'pending' ? 'fault' : undefined)}
      />
      <Suspense>{solving && <SolveFaults {...solving} onClose={() => setSolving(undefined)} />}</Suspense>
    </>
  )
}
