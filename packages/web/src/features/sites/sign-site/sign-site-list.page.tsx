import { endpoints, pageHref, type SignSiteRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { CompanyName, ProjectLink } from '../../../kit/names.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { degreesText } from '../../../kit/map/position.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useSignSiteActions } from './use-sign-site-actions.tsx'

const signSite = endpoints.signSite

const LastSign = ({ lastSignedAt, lastSignedBy }: SignSiteRow) => {
  const { t } = useTranslation('sign-site')
  if (lastSignedAt === null) return <span className="ew-muted">{t(($) => $.never)}</span>
  return (
    <TwoLines small={lastSignedBy}>
      <Time value={lastSignedAt} />
    </TwoLines>
  )
}

export default function SignSiteListPage() {
  const { t } = useTranslation('sign-site')
  const { toolbar, actionsOf, dialog } = useSignSiteActions()
  return (
    <>
      <ListPage
        endpoint={signSite.page}
        exporter={signSite.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'projectId', endpoint: endpoints.project.select },
          'enabled',
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={[
          {
            field: 'name',
            width: 200,
            render: ({ id, name, tagCode }) => (
              <TwoLines small={tagCode}>
                <a href={pageHref('signSiteDetail', { id })}>{name}</a>
              </TwoLines>
            ),
          },
          'enabled',
          {
            field: 'projectName',
            width: 180,
            render: (row) => (
              <TwoLines small={<CompanyName id={row.companyId} name={row.companyName} />}>
                <ProjectLink {...row} />
              </TwoLines>
            ),
          },
          { field: 'address', width: 220, render: ({ address, floor }) => <TwoLines small={floor}>{address || '—'}</TwoLines> },
          {
            field: 'position',
            render: ({ position }) =>
              position ? (
                <TwoLines small={position.coordinateSystem}>{degreesText(position)}</TwoLines>
              ) : (
                <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.noPosition)}</Tag>
              ),
          },
          'radiusM',
          { field: 'lastSignedAt', render: (row) => <LastSign {...row} /> },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialog}
    </>
  )
}
