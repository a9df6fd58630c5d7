import { endpoints, type OpenAccessDetail, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { ProjectLink } from '../../../kit/names.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useOpenAccessActions } from './use-open-access-actions.tsx'

const { openAccess } = endpoints

const Used = ({ at, ip }: { at: string | null; ip: string | null }) => {
  const { t } = useTranslation('open-access')
  return <>{at === null ? t(($) => $.never) : `${formatTime(at)} · ${ip ?? '—'}`}</>
}

const Overview = ({ row }: { row: OpenAccessDetail }) => {
  const { t } = useTranslation('open-access')
  const columns = t(($) => $.columns, { returnObjects: true })
  const { keyRights, projects, addresses, lastUsedAt, lastUsedIp, secrets, requests, ticketGrantedBy } = row
  return (
    <>
      <Facts
        endpoint={openAccess.detail}
        row={row}
        title={t(($) => $.panels.access)}
        facts={[
          { field: 'keyRights', value: listed(keyRights.map((right) => enumLabel('openRight', right))), wide: true },
          ...(ticketGrantedBy === null
            ? []
            : [
                {
                  field: 'ticketGrantedBy' as const,
                  label: enumLabel('openRight', 'ticket:issue'),
                  value: t(($) => $.ticketBy, { name: ticketGrantedBy }),
                  wide: true as const,
                },
              ]),
          'companyName',
          'dataScope',
          ...(projects.length === 0
            ? []
            : [
                {
                  field: 'projects' as const,
                  wide: true as const,
                  value: projects.map(({ id, name }) => (
                    <div key={id}>
                      <ProjectLink projectId={id} projectName={name} />
                    </div>
                  )),
                },
              ]),
          'expiresAt',
          { field: 'addresses', value: addresses.join(', ') || t(($) => $.anywhere) },
          'perMinute',
          'remark',
        ]}
      />
      <section className="ew-panel">
        <h2>{t(($) => $.panels.secrets)}</h2>
        <PlainTable
          label={t(($) => $.panels.secrets)}
          rows={secrets.map((secret, index) => ({ ...secret, id: index }))}
          columns={[
            { label: t(($) => $.secret.label), render: ({ prefix }) => <code>{prefix}…</code> },
            {
              label: columns.valid,
              render: ({ validUntil }) =>
                validUntil === null ? t(($) => $.presentSecret) : t(($) => $.formerSecret, { time: formatTime(validUntil) }),
            },
            { label: columns.made, render: ({ createdAt, createdBy }) => `${formatTime(createdAt)} · ${createdBy ?? '—'}` },
            { label: t(($) => $.panels.use), render: (secret) => <Used at={secret.lastUsedAt} ip={secret.lastUsedIp} /> },
          ]}
        />
      </section>
      <section className="ew-panel">
        <h2>{t(($) => $.panels.requests)}</h2>
        {requests.length === 0 ? (
          <p>{t(($) => $.noRequests)}</p>
        ) : (
          <PlainTable
            label={t(($) => $.panels.requests)}
            rows={requests.map((each) => ({ ...each, id: each.status }))}
            columns={[
              { label: columns.status, render: ({ status }) => status },
              { label: columns.count, render: ({ count }) => count.toLocaleString() },
              { label: columns.lastAt, render: ({ lastAt }) => formatTime(lastAt) },
            ]}
          />
        )}
      </section>
      <Facts
        endpoint={openAccess.detail}
        row={row}
        title={t(($) => $.panels.record)}
        facts={[
          { field: 'lastUsedAt', value: <Used at={lastUsedAt} ip={lastUsedIp} /> },
          'createdAt',
          'createdBy',
          'updatedAt',
          'updatedBy',
        ]}
      />
    </>
  )
}

const drawStatus = ({ state }: OpenAccessDetail) => <StatusTag enumeration="openAccessState" value={state} />
const drawTabs = (row: OpenAccessDetail) => [{ key: 'overview', label: '', content: <Overview row={row} /> }]

/** The page of one key (`…/detail?id=`): what it may do, its secrets, and its use. */
export default function OpenAccessDetailPage() {
  const navigate = useNavigate()
  const { actionsOf, dialog } = useOpenAccessActions(() => navigate({ to: pages.openAccessList }))
  return (
    <>
      <DetailPage
        endpoint={openAccess.detail}
        title={({ name }) => name}
        status={drawStatus}
        actions={(row) => actionsOf(row)}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
