import { endpoints, type ProjectTestRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const project = endpoints.project

/** Whether a test is running according to the clock, even if its end has not been recorded yet. */
export const stateOf = ({ fromAt, toAt, endedAt }: ProjectTestRow, now: number): 'planned' | 'running' | 'ended' => {
  if (endedAt !== null || Date.parse(toAt) <= now) return 'ended'
  return Date.parse(fromAt) > now ? 'planned' : 'running'
}

const State = ({ row }: { row: ProjectTestRow }) => {
  const { t } = useTranslation('project')
  const state = stateOf(row, useNow())
  const look = {
    planned: { tone: 'info', shape: '○' },
    running: { tone: 'fault', shape: '◐' },
    ended: { tone: 'neutral', shape: '✓' },
  } as const
  const how = state === 'ended' ? (row.endedBy ?? t(($) => $.test.auto)) : null
  return (
    <TwoLines small={how}>
      <Tag look={look[state]}>{t(($) => $.test[state])}</Tag>
    </TwoLines>
  )
}

/** The tests of a project, which can be ended here. */
export const ProjectTests = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('project')
  const run = useRunWrite()
  const now = useNow()
  const end = (row: ProjectTestRow): Action => ({
    key: 'end',
    label: t(($) => $.actions.endTest),
    ...operationsFor(project.endTest),
    off: stateOf(row, now) === 'ended' ? sharedTexts().reasons.testEnded : undefined,
    confirm: t(($) => $.ask.endTest, { name: row.projectName }),
    onClick: async () => {
      await run(project.endTest, { id: row.id })
      toast.success(t(($) => $.done.endTest))
    },
  })
  return (
    <ListPage
      embedded
      endpoint={project.tests}
      fixed={{ projectId }}
      title={t(($) => $.tabs.tests)}
      filters={[{ kind: 'dateRange' }]}
      columns={[
        { field: 'endedAt', label: t(($) => $.columns.state), render: (row) => <State row={row} /> },
        'fromAt',
        {
          field: 'toAt',
          render: ({ toAt, endedAt }) => (
            <TwoLines small={endedAt !== null && endedAt !== toAt && <Time value={endedAt} />}>
              <Time value={toAt} />
            </TwoLines>
          ),
        },
        {
          field: 'whole',
          label: t(($) => $.columns.test),
          render: ({ whole, deviceCount, gatewayCount }) =>
            whole ? t(($) => $.test.whole) : t(($) => $.test.part, { devices: deviceCount, gateways: gatewayCount }),
        },
        'reason',
        {
          field: 'requestedBy',
          label: t(($) => $.testForm.requestedBy),
          render: ({ requestedBy, createdBy }) => (
            <TwoLines small={createdBy && t(($) => $.test.by, { who: createdBy })}>{requestedBy}</TwoLines>
          ),
        },
        'identityCheck',
      ]}
      rowActions={(row) => [end(row)]}
    />
  )
}
