import { endpoints, pageHref, type RepairStory } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { Heard } from './heard.tsx'
import './repair-story.css'

const { repairStory } = endpoints

/** One repair order of an alarm: its steps, what the engineer found, and what the device sent afterwards. */
const Repair = ({ order }: { order: RepairStory }) => {
  const { t } = useTranslation('repair-story')
  const steps: Readonly<Record<string, string>> = t(($) => $.steps, { returnObjects: true })
  const finished = order.finishedAt !== null
  return (
    <section className="ew-repair-story">
      <h3>
        <a href={pageHref('repairOrderDetail', { id: order.id })}>{order.code}</a>{' '}
        <StatusTag enumeration="orderStatus" value={order.status} />
      </h3>
      <ol className="ew-story-steps">
        {order.steps.map(({ id, action, at, actor, note }) => (
          <li key={id}>
            <Time value={at} /> {steps[action] ?? action}
            {actor && ` · ${actor}`}
            {note && <blockquote>{note}</blockquote>}
          </li>
        ))}
      </ol>
      {finished && (
        <dl className="ew-story-found">
          <dt>{t(($) => $.cause)}</dt>
          <dd>{order.cause ?? t(($) => $.notStated)}</dd>
          <dt>{t(($) => $.action)}</dt>
          <dd>
            {[order.completeType && enumLabel('completeType', order.completeType), order.action].filter(Boolean).join(' · ') ||
              t(($) => $.notStated)}
          </dd>
          <dt>{t(($) => $.retest)}</dt>
          <dd>{order.retest === null ? t(($) => $.notStated) : enumLabel('retestResult', order.retest)}</dd>
        </dl>
      )}
      <Heard heard={order.heard} startedAt={order.startedAt} />
    </section>
  )
}

/** The block "Repair" of an alarm's page: its repair orders, oldest first. */
export const AlarmRepair = ({ alarmId }: { alarmId: number }) => {
  const { t } = useTranslation('repair-story')
  const can = useCan()
  const may = can('repairOrder:view')
  const orders = useCall(repairStory.ofAlarm, { id: alarmId }, { enabled: may, quiet: true }).data
  if (!may || !orders) return null
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.repair)}</h2>
      {orders.length === 0 ? (
        <p className="ew-muted">{t(($) => $.noOrder)}</p>
      ) : (
        orders.map((order) => <Repair key={order.id} order={order} />)
      )}
    </section>
  )
}
