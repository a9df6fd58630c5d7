import { chosenPushEvents, endpoints, pageHref, type ProjectPushRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'

const ProjectPushForm = lazy(() => import('./project-push.form.tsx'))

const projectPush = endpoints.projectPush

/** Which projects are pushed where: all, or those of one endpoint. */
export const ProjectPushes = ({ endpointId }: { endpointId?: number }) => {
  const { t } = useTranslation('project-push')
  const words = t(($) => $.columns, { returnObjects: true })
  const { toolbar, edit, remove, dialog } = useRowActions<ProjectPushRow>({
    calls: projectPush,
    renderForm: (open) => <ProjectPushForm {...open} endpointId={endpointId} />,
    nameOf: ({ projectName }) => projectName,
    texts: { create: t(($) => $.create), remove: t(($) => $.removeHint) },
  })
  return (
    <>
      <ListPage
        {...(endpointId === undefined ? {} : { embedded: true as const, fixed: { endpointId } })}
        endpoint={projectPush.page}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          ...(endpointId === undefined
            ? [
                { kind: 'remote' as const, name: 'projectId' as const, endpoint: endpoints.project.select },
                { kind: 'remote' as const, name: 'endpointId' as const, endpoint: endpoints.pushEndpoint.select },
              ]
            : []),
          'projectPushState',
        ]}
        columns={[
          { field: 'projectName', label: words.project },
          ...(endpointId === undefined
            ? [
                {
                  field: 'endpointName' as const,
                  label: words.endpoint,
                  render: ({ endpointId: id, endpointName, pushHealth, projectPushState }: ProjectPushRow) => (
                    <TwoLines
                      small={projectPushState === 'active' ? <StatusTag enumeration="pushHealth" value={pushHealth} /> : ''}
                    >
                      <a href={pageHref('pushEndpointDetail', { id })}>{endpointName}</a>
                    </TwoLines>
                  ),
                },
              ]
            : []),
          {
            field: 'projectPushState',
            label: words.state,
            render: ({ projectPushState, pushEndReason, endedAt }) => (
              <TwoLines
                small={
                  pushEndReason && (
                    <>
                      {enumLabel('pushEndReason', pushEndReason)} <Time value={endedAt} />
                    </>
                  )
                }
              >
                <StatusTag enumeration="projectPushState" value={projectPushState} />
              </TwoLines>
            ),
          },
          {
            field: 'eventTypes',
            label: words.events,
            render: ({ eventTypes }) =>
              eventTypes.length === 0 || eventTypes.length === chosenPushEvents.length
                ? t(($) => $.allEvents)
                : listed(eventTypes.map((event) => enumLabel('pushEvent', event))),
          },
          {
            field: 'devices',
            label: words.filter,
            render: ({ models, devices }) => listed([...models, ...devices].map(({ name }) => name)) || t(($) => $.allDevices),
          },
          { field: 'delayS' },
          {
            field: 'lastPushAt',
            label: words.last,
            render: ({ lastPushAt }) => (lastPushAt === null ? t(($) => $.never) : <Time value={lastPushAt} />),
          },
          { field: 'companyName', optional: true },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={(row) => [...(row.projectPushState === 'active' ? [edit(row)] : []), remove(row)]}
        tone={({ projectPushState, pushHealth }) =>
          projectPushState === 'active' && ['failing', 'paused', 'disabled'].includes(pushHealth) ? 'fault' : undefined
        }
      />
      {dialog}
    </>
  )
}
