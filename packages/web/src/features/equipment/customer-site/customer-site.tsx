import { type CustomerProjectRow, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'

const { customerSite } = endpoints

const ProjectStatus = ({ status, stopped }: CustomerProjectRow) => {
  const { t } = useTranslation('customer')
  return (
    <>
      <StatusTag enumeration="projectStatus" value={status} />{' '}
      {stopped && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.sites.stopped)}</Tag>}
    </>
  )
}

/** The projects of one customer, read-only. */
export const CustomerProjects = ({ customerId }: { customerId: number }) => {
  const { t } = useTranslation('customer')
  return (
    <ListPage
      embedded
      endpoint={customerSite.projects}
      fixed={{ customerId }}
      title={t(($) => $.tabs.projects)}
      filters={[
        { kind: 'input', name: 'keyword', label: t(($) => $.sites.project) },
        'status',
        { kind: 'dateRange', label: t(($) => $.created) },
      ]}
      columns={[
        'code',
        { field: 'name', render: ({ id, name }) => <a href={pageHref('projectDetail', { id })}>{name}</a> },
        { field: 'status', render: (row) => <ProjectStatus {...row} /> },
        'openAlarms',
        { field: 'devices', label: t(($) => $.columns.devices) },
        { field: 'dueAt', label: t(($) => $.sites.until) },
        'companyName',
        'address',
        { field: 'createdAt', optional: true },
      ]}
    />
  )
}

/** The devices at one customer's projects, read-only. */
export const CustomerDevices = ({ customerId }: { customerId: number }) => {
  const { t } = useTranslation('customer')
  return (
    <ListPage
      embedded
      endpoint={customerSite.devices}
      fixed={{ customerId }}
      title={t(($) => $.tabs.devices)}
      filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.sites.device) }]}
      columns={[
        'code',
        'name',
        'status',
        'modelName',
        'projectName',
        'roomNumber',
        {
          field: 'lastSeenAt',
          label: t(($) => $.sites.seen),
          render: ({ lastSeenAt }) =>
            lastSeenAt === null ? <span className="ew-muted">{t(($) => $.sites.never)}</span> : <Time value={lastSeenAt} />,
        },
      ]}
      tone={({ status }) => (status === 'alarm' ? 'fire' : status === 'fault' ? 'fault' : undefined)}
    />
  )
}
