import { type ApplicationRow, applicationStates, decide, endpoints, enums, pageAddress } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatDuration, formatSpan, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor, useActor, useMe } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { ProjectName } from './project-cells.tsx'
import { offOf } from './use-project-actions.tsx'

const RejectApplication = lazy(() => import('./reject-application.form.tsx'))

const { projectUnionApply: apply, projectType } = endpoints

/** The decision, who made it, and how long it took or has been waiting. */
const Decision = ({ row: { audit, appliedAt, decidedAt, decidedBy, rejectReason } }: { row: ApplicationRow }) => {
  const { t } = useTranslation('project')
  const now = useNow()
  const time =
    decidedAt === null ? formatDuration(now - Date.parse(appliedAt)) : formatSpan(Date.parse(decidedAt) - Date.parse(appliedAt))
  const spent =
    decidedAt === null ? (audit === 'pending' ? t(($) => $.audit.waiting, { time }) : '') : t(($) => $.audit.took, { time })
  return (
    <TwoLines small={[decidedBy, spent, rejectReason].filter(Boolean).join(' · ')}>
      <StatusTag enumeration="auditState" value={audit} />
    </TwoLines>
  )
}

/** Applications for projects: those waiting, and those already decided. */
export default function ProjectAuditListPage() {
  const { t } = useTranslation('project')
  const { user } = useMe()
  const actor = useActor()
  const run = useRunWrite()
  const [rejecting, setRejecting] = useState<ApplicationRow>()
  const off = (action: string, row: ApplicationRow) => offOf(decide(applicationStates, action, row.audit, row, actor))
  const actionsOf = (row: ApplicationRow): Action[] => [
    {
      key: 'agree',
      label: t(($) => $.actions.agree),
      ...operationsFor(apply.agree),
      off: off('agree', row),
      primary: true,
      confirm: t(($) => $.ask.agree, { name: row.name }),
      onClick: async () => {
        await run(apply.agree, { id: row.id })
        toast.success(t(($) => $.done.agree))
      },
    },
    {
      key: 'reject',
      label: t(($) => $.actions.reject),
      ...operationsFor(apply.reject),
      off: off('reject', row),
      onClick: () => setRejecting(row),
    },
    { key: 'view', label: t(($) => $.audit.view), op: 'project:view', href: pageAddress('projectDetail', { id: row.id }) },
  ]
  return (
    <>
      <ListPage
        endpoint={apply.page}
        tabs={{ name: 'audit', options: enums.auditState.map((value) => ({ value, label: enumLabel('auditState', value) })) }}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'typeId', endpoint: projectType.select },
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange' },
        ]}
        columns={[
          { field: 'name', label: t(($) => $.columns.project), width: 200, render: (row) => <ProjectName row={row} /> },
          { field: 'audit', render: (row) => <Decision row={row} /> },
          {
            field: 'appliedAt',
            label: t(($) => $.columns.applied),
            render: (row) => (
              <TwoLines small={row.applicant}>
                <Time value={row.appliedAt} />
              </TwoLines>
            ),
          },
          'customerName',
          'companyName',
          'address',
          'maintenanceYears',
          { field: 'inspectionCycleDays', optional: true },
          { field: 'maintenanceCycleDays', optional: true },
          { field: 'decidedAt', optional: true },
        ]}
        rowActions={actionsOf}
        tone={({ audit }) => (audit === 'pending' ? 'fault' : undefined)}
      />
      <Suspense>{rejecting && <RejectApplication row={rejecting} onClose={() => setRejecting(undefined)} />}</Suspense>
    </>
  )
}
