import { endpoints, enums, type OutputOf } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { enumLabel } from '../../i18n/i18n.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useConnection } from '../../live/live.ts'
import { pagePaths } from '../../paths.ts'
import { useCan, useMe } from '../../session/me.tsx'
import { orderListOf } from './order-lists.ts'

type Figures = OutputOf<typeof endpoints.dataCentre.figures>

/** Whether everything is all right: only while that is known, and nothing is silent. */
const stateOf = (figures: Figures, isLive: boolean) => {
  if (!isLive) return 'unknown'
  if (figures.openAlarms > 0) return 'alarm'
  if (figures.openFaults + figures.devicesOffline + figures.gatewaysOffline > 0) return 'trouble'
  return 'well'
}
const marks = { alarm: '◆', trouble: '▲', well: '✓', unknown: '?' } as const

const Orders = () => {
  const { t } = useTranslation('data-centre')
  const can = useCan()
  const views = {
    installOrder: 'install',
    repairOrder: 'repair',
    inspectOrder: 'inspect',
    maintenanceOrder: 'maintenance',
  } as const
  const kinds = enums.orderKind.filter((kind) => can(`${kind}Order:view`))
  const ask = (kind: (typeof kinds)[number]) => ({ enabled: kinds.includes(kind), quiet: true, refetchInterval: 60_000 })
  const input = { pageNum: 1, pageSize: 10, open: true } as const
  const pages = {
    repair: useCall(endpoints.repairOrder.page, input, ask('repair')).data,
    inspect: useCall(endpoints.inspectOrder.page, input, ask('inspect')).data,
  }
  const rows = Object.values(views).flatMap((kind) =>
    kind === 'repair' || kind === 'inspect' ? (pages[kind]?.list ?? []).map((row) => ({ ...row, kind })) : [],
  )
  if (kinds.length === 0) return null
  return (
    <section className="ew-panel" aria-label={t(($) => $.customer.work)}>
      <h2>{t(($) => $.customer.work)}</h2>
      {rows.length === 0 ? (
        <p className="ew-muted">{t(($) => $.customer.noWork)}</p>
      ) : (
        <ul>
          {rows.slice(0, 5).map(({ id, kind, description, status }) => (
            <li key={id}>
              <a href={`#${orderListOf[kind]}/detail?id=${id}`}>
                <span>{`${enumLabel('orderKind', kind)} · ${description}`}</span>
                <StatusTag enumeration="orderStatus" value={status} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What a customer wants to know: whether all is well, whom to call, what happens now, and where to report a problem. */
export const CustomerHome = ({ figures }: { figures: Figures }) => {
  const { t } = useTranslation('data-centre')
  const can = useCan()
  const { user } = useMe()
  const isLive = useConnection(({ connection }) => connection) === 'live'
  const branding = useCall(endpoints.session.branding, user.companyCode ? { code: user.companyCode } : {}, {
    quiet: true,
    staleTime: 600_000,
  }).data
  const state = stateOf(figures, isLive)
  const phone = branding?.supportPhone
  return (
    <div className="ew-customer">
      <section className="ew-customer-state" data-state={state} role="status">
        <span className="ew-customer-mark" aria-hidden>
          {marks[state]}
        </span>
        <div>
          <h2>{t(($) => $.customer[state])}</h2>
          <p>
            {t(($) => $.customer.facts, {
              alarms: figures.openAlarms,
              faults: figures.openFaults,
              online: figures.devicesOnline,
              all: figures.devicesOnline + figures.devicesOffline,
            })}
          </p>
        </div>
        {can('userFeedback:create') && (
          <Button type="primary" href={`#${pagePaths.userFeedbackList}?create=1`}>
            {t(($) => $.customer.report)}
          </Button>
        )}
      </section>
      <div className="ew-panels">
        <section className="ew-panel" aria-label={t(($) => $.customer.call)}>
          <h2>{t(($) => $.customer.call)}</h2>
          <dl className="ew-customer-call">
            <dt>{t(($) => $.customer.fire)}</dt>
            <dd>
              <a href="tel:119">119</a>
            </dd>
            <dt>{user.companyName}</dt>
            <dd>{phone ? <a href={`tel:${phone}`}>{phone}</a> : t(($) => $.customer.noPhone)}</dd>
          </dl>
        </section>
        <Orders />
      </div>
    </div>
  )
}

/** Its room, so that nothing below moves when it comes. */
export const CustomerSkeleton = () => <div className="ew-customer-room" aria-hidden />
