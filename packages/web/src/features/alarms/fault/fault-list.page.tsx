import { endpoints, enums, type FaultRow, type OutputOf, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Clock } from '../../../kit/clock.tsx'
import { Code } from '../../../kit/code.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { useListState } from '../../../kit/list/list-state.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { FaultKind, FaultOrder, FaultState, Place, Since } from './fault-cells.tsx'
import { useFaultActions } from './use-fault-actions.tsx'

const { fault, gateway, project } = endpoints
type Page = OutputOf<typeof fault.page>

/** The specification has one export per state. */
const exporters = { pending: fault.pendingExport, processing: fault.processingExport, solved: fault.solvedExport }

/** Faults of devices and gateways, and of unreadable messages. */
export default function FaultListPage() {
  const { t } = useTranslation('fault')
  const types = useCall(fault.typeSelect, {}, { staleTime: 300_000 }).data ?? []
  const state = useListState(false).search['state'] ?? ''
  const can = useCan()
  const { user } = useMe()
  const { actionsOf, dialog } = useFaultActions()
  return (
    <>
      <ListPage
        endpoint={fault.page}
        {...(state in exporters ? { exporter: exporters[state as keyof typeof exporters] } : {})}
        tabs={{
          name: 'state',
          options: enums.faultState.map((value) => ({ value, label: enumLabel('faultState', value) })),
          count: (data, value) => (data as Page).counts[value],
        }}
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
          'level',
          { kind: 'select', name: 'open', label: t(($) => $.unsolved) },
          ...(can('gateway:view') ? [{ kind: 'remote', name: 'gatewayId', endpoint: gateway.select } as const] : []),
          'snoozed',
          'returned',
          'solvedWay',
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company', name: 'companyId' } as const] : []),
          { kind: 'address' },
          { kind: 'dateRange' },
        ]}
        columns={[
          { field: 'code', render: ({ id, code }) => <Code href={pageHref('faultDetail', { id })}>{code}</Code> },
          { field: 'faultType', label: t(($) => $.fault), render: (row) => <FaultKind row={row} /> },
          { field: 'projectName', label: t(($) => $.place), render: (row) => <Place row={row} /> },
          { field: 'state', render: (row) => <FaultState row={row} /> },
          { field: 'lastedFor', render: ({ firstAt, solvedAt }) => <Clock since={firstAt} until={solvedAt} /> },
          { field: 'orderCode', render: (row) => <FaultOrder row={row} /> },
          { field: 'firstAt', render: (row) => <Since row={row} /> },
          { field: 'level', optional: true },
          { field: 'gatewayCode', optional: true },
          { field: 'deviceCode', optional: true },
          { field: 'sourceCode', optional: true, render: ({ sourceFormat, sourceCode }) => `${sourceFormat} ${sourceCode}` },
          { field: 'companyName', optional: true },
          { field: 'lastAt', optional: true },
          { field: 'repeatCount', optional: true },
          { field: 'restoredAt', optional: true },
          { field: 'solvedAt', optional: true },
          { field: 'solvedBy', optional: true },
          { field: 'solvedWay', optional: true },
          { field: 'note', optional: true },
          { field: 'cameBack', optional: true },
          { field: 'snoozedUntil', optional: true },
          { field: 'snoozedBy', optional: true },
          { field: 'snoozeReason', optional: true },
        ]}
        rowActions={(row: FaultRow) => actionsOf([row])}
        selection={actionsOf}
        tone={(row) => (row.state === 'pending' && row.snoozedUntil === null ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
