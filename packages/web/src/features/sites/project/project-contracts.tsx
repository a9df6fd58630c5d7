import { endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'

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
export const ProjectContracts = ({ customerId }: { customerId: number }) =>
  useCan()('customerContract:view') ? <Contracts customerId={customerId} /> : null
