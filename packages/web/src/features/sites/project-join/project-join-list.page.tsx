import { decide, endpoints, joinStates, pageAddress, type ProjectJoinRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed, sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { CompanyName, ProjectLink } from '../../../kit/names.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import type { JoinStep } from './join-forms.tsx'

const JoinForm = lazy(() => import('./join-forms.tsx'))

const { projectJoin } = endpoints

/** Why an action is disabled, in words. */
const offOf = (action: string, row: ProjectJoinRow, actor: ReturnType<typeof useActor>): string | undefined => {
  const decision = decide(joinStates, action, row.state, row, actor)
  return decision.allowed ? undefined : (sharedTexts().reasons as Readonly<Record<string, string>>)[decision.reason]
}

const State = ({ row: { state, validUntil, reason } }: { row: ProjectJoinRow }) => {
  const { t } = useTranslation('project-join')
  const now = useNow()
  const isOver = state === 'agreed' && validUntil !== null && Date.parse(validUntil) <= now
  return (
    <TwoLines small={reason}>
      {isOver ? (
        <Tag look={{ tone: 'neutral', shape: '⊘' }}>{t(($) => $.expired)}</Tag>
      ) : (
        <StatusTag enumeration="joinState" value={state} />
      )}
    </TwoLines>
  )
}

const Project = ({ row }: { row: ProjectJoinRow }) => {
  const { t } = useTranslation('project-join')
  return (
    <TwoLines small={row.projectCode}>
      {row.projectName === null ? <span className="ew-muted">{t(($) => $.hiddenProject)}</span> : <ProjectLink {...row} />}
    </TwoLines>
  )
}

/** Applications to join projects of other companies: those waiting for a decision, one's own, and those approved. */
export default function ProjectJoinListPage() {
  const { t } = useTranslation('project-join')
  const actor = useActor()
  const [step, setStep] = useState<JoinStep>()
  const actionsOf = (row: ProjectJoinRow): Action[] => [
    ...(row.ownSide && row.state === 'pending'
      ? [
          {
            key: 'agree',
            label: t(($) => $.agree),
            ...operationsFor(projectJoin.agree),
            off: offOf('agree', row, actor),
            primary: true,
            onClick: () => setStep({ kind: 'agree', row }),
          },
          {
            key: 'reject',
            label: t(($) => $.reject),
            ...operationsFor(projectJoin.reject),
            off: offOf('reject', row, actor),
            onClick: () => setStep({ kind: 'reject', row }),
          },
        ]
      : []),
    ...(row.state === 'agreed' || (row.state === 'pending' && !row.ownSide)
      ? [
          {
            key: 'end',
            label: row.state === 'pending' ? t(($) => $.withdraw) : t(($) => $.end),
            ...operationsFor(projectJoin.end),
            off: offOf('end', row, actor),
            danger: true,
            onClick: () => setStep({ kind: 'end', row }),
          },
        ]
      : []),
    ...(row.projectId === null
      ? []
      : [
          {
            key: 'view',
            label: t(($) => $.view),
            op: 'project:view' as const,
            href: pageAddress('projectDetail', { id: row.projectId }),
          },
        ]),
  ]
  return (
    <>
      <ListPage
        endpoint={projectJoin.page}
        exporter={projectJoin.export}
        views={[
          { label: t(($) => $.views.waiting), when: { state: 'pending', mine: 'false' } },
          { label: t(($) => $.views.ours), when: { mine: 'true' } },
          { label: t(($) => $.views.active), when: { state: 'agreed' } },
        ]}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.keyword) }, 'state', { kind: 'dateRange' }]}
        columns={[
          {
            field: 'projectName',
            label: t(($) => $.columns.project),
            width: 200,
            render: (row) => <Project row={row} />,
          },
          {
            field: 'companyName',
            // The applicant cannot see the company that it applies to.
            render: ({ ownSide, companyId, companyName }) =>
              companyName === null ? '—' : <CompanyName id={ownSide ? companyId : null} name={companyName} />,
          },
          {
            field: 'joinerName',
            label: t(($) => $.columns.joiner),
            render: (row) => (
              <TwoLines small={row.note}>
                <CompanyName id={row.joinerId} name={row.joinerName} />
              </TwoLines>
            ),
          },
          { field: 'state', label: t(($) => $.columns.state), render: (row) => <State row={row} /> },
          {
            field: 'rights',
            render: ({ state, rights }) =>
              state !== 'agreed' ? '—' : listed(rights.map((right) => enumLabel('joinRight', right))) || t(($) => $.viewOnly),
          },
          {
            field: 'validUntil',
            label: t(($) => $.columns.validity),
            render: ({ state, validUntil }) =>
              validUntil === null ? state === 'agreed' ? t(($) => $.unlimited) : '—' : <Time value={validUntil} />,
          },
          {
            field: 'createdAt',
            label: t(($) => $.columns.applied),
            render: (row) => (
              <TwoLines small={row.applicant}>
                <Time value={row.createdAt} />
              </TwoLines>
            ),
          },
          { field: 'decidedAt', optional: true },
          { field: 'endedAt', optional: true },
        ]}
        actions={[
          {
            key: 'apply',
            label: t(($) => $.apply),
            ...operationsFor(projectJoin.create),
            primary: true,
            onClick: () => setStep({ kind: 'apply' }),
          },
        ]}
        rowActions={actionsOf}
        tone={({ state, ownSide }) => (state === 'pending' && ownSide ? 'fault' : undefined)}
      />
      <Suspense>{step && <JoinForm step={step} onClose={() => setStep(undefined)} />}</Suspense>
    </>
  )
}
