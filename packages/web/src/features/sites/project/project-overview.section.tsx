import { endpoints, pageHref, buildingNames, type ProjectDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { AreaNames } from '../../../kit/names.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { showValue } from '../../../kit/list/columns.tsx'
import { MapView } from '../../../kit/map/map-view.tsx'
import { factsOf } from '../../../kit/schema.ts'
import { Hours } from '../../notify/notify-rule/rule-cells.tsx'
import { OrderPlan } from '../../orders/order-plan/order-plan.tsx'
import { Devices, Due, OpenAlarms, typeNameOf } from './project-cells.tsx'

const shown = 5

const Contracts = ({ customerId }: { customerId: number }) => {
  const { t } = useTranslation('project')
  const mayOpen = useCan()('customer:view')
  const { data } = useCall(endpoints.customerContract.page, { customerId, pageSize: shown })
  if (!data) return null
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.panels.contracts)}</h2>
      {data.list.length === 0 ? (
        <p className="ew-muted">{t(($) => $.noContract)}</p>
      ) : (
        <ul className="ew-project-contracts">
          {data.list.map(({ id, contractNo, kind, state, endsOn }) => (
            <li key={id}>
              {contractNo} · {enumLabel('contractKind', kind)} <StatusTag enumeration="contractState" value={state} />{' '}
              <span className="ew-muted">{t(($) => $.contractUntil, { day: endsOn })}</span>
            </li>
          ))}
        </ul>
      )}
      {mayOpen && <a href={pageHref('customerDetail', { id: customerId, tab: 'contracts' })}>{t(($) => $.allContracts)}</a>}
    </section>
  )
}

/** The contracts with a project's customer, for users who may see contracts. */
const ProjectContracts = ({ customerId }: { customerId: number }) =>
  useCan()('customerContract:view') ? <Contracts customerId={customerId} /> : null

const detail = endpoints.project.detail
const buildingFacts = factsOf(detail.output).properties?.['building']?.properties ?? {}

/** The main facts of a project: what it is, where it is, and its service. */
export const ProjectOverview = ({ row }: { row: ProjectDetail }) => {
  const { t } = useTranslation('project')
  const kit = useTranslation('kit').t
  const known = buildingNames.filter((name) => row.building[name] !== undefined)
  return (
    <>
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.panels.now)}
        facts={[
          { field: 'openAlarms', value: <OpenAlarms row={row} /> },
          { field: 'devices', label: t(($) => $.columns.devices), value: <Devices row={row} /> },
          'gateways',
          'status',
          'audit',
        ]}
      />
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.panels.basic)}
        facts={[
          { field: 'typeId', value: typeNameOf(row) },
          'customerName',
          'companyName',
          { field: 'zone', value: <AreaNames {...row} /> },
          { field: 'address', wide: true },
          'timeZone',
          'phone',
          'admins',
        ]}
      />
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.panels.service)}
        facts={[
          'maintainedSince',
          { field: 'dueAt', label: t(($) => $.columns.due), value: <Due row={row} /> },
          'maintenanceYears',
          'inspectionCycleDays',
          'maintenanceCycleDays',
          {
            field: 'notifyMethods',
            value: listed(row.notifyMethods.map((method) => enumLabel('notifyMethod', method))) || '—',
          },
          'callFirst',
          ...(row.callFirst ? (['verifyAskedBy', 'verifyWithinS'] as const) : []),
          { field: 'quietHours', value: row.quietHours ? <Hours hours={row.quietHours} /> : '—' },
        ]}
      />
      <OrderPlan projectId={row.id} />
      <ProjectContracts customerId={row.customerId} />
      {known.length > 0 ? (
        <Facts
          endpoint={detail}
          row={row}
          title={t(($) => $.panels.building)}
          facts={known.map((name) => ({ field: name, value: showValue(row.building[name], name, buildingFacts[name], kit) }))}
        />
      ) : (
        <section className="ew-panel">
          <h2>{t(($) => $.panels.building)}</h2>
          <p className="ew-muted">{t(($) => $.noBuilding)}</p>
        </section>
      )}
      <section className="ew-panel">
        <h2>{t(($) => $.panels.map)}</h2>
        {row.position ? (
          <MapView label={row.name} points={[{ id: row.id, label: row.name, position: row.position }]} withoutList />
        ) : (
          <p>{t(($) => $.noPosition)}</p>
        )}
      </section>
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.panels.application)}
        facts={['applicant', 'appliedAt', 'decidedBy', 'decidedAt', ...(row.rejectReason ? (['rejectReason'] as const) : [])]}
      />
      <Facts
        endpoint={detail}
        row={row}
        title={t(($) => $.panels.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}
