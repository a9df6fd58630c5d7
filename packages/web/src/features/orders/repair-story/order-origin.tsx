import { endpoints, type OrderOrigin, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, labelled } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { Heard } from './heard.tsx'
import './repair-story.css'

const { repairStory } = endpoints

/** A test signal creates nothing, so no live event reports it: it is polled for a person who is waiting for it next to the device (ms). */
const retestMs = 10_000

const nameOf = ({ typeNameZh, typeNameEn }: { typeNameZh: string; typeNameEn: string }) =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn

const FromAlarm = ({ alarm }: { alarm: NonNullable<OrderOrigin['alarm']> }) => {
  const { t } = useTranslation('repair-story')
  const can = useCan()
  return (
    <li>
      {can('alarm:view') ? <a href={pageHref('alarmDetail', { id: alarm.id })}>{alarm.code}</a> : alarm.code} {nameOf(alarm)}{' '}
      <StatusTag enumeration="alarmState" value={alarm.state} />{' '}
      <span className="ew-muted">
        <Time value={alarm.firstAt} />
        {alarm.closedAt !== null && (
          <>
            {' → '}
            <Time value={alarm.closedAt} />
          </>
        )}
      </span>
      {(alarm.cause !== null || alarm.note !== null) && (
        <blockquote>
          {[
            alarm.cause &&
              labelled(
                t(($) => $.falseCause),
                enumLabel('misreportCause', alarm.cause),
              ),
            alarm.note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </blockquote>
      )}
    </li>
  )
}

const FromFault = ({ fault }: { fault: OrderOrigin['faults'][number] }) => {
  const { t } = useTranslation('repair-story')
  const can = useCan()
  return (
    <li>
      {can('fault:view') ? <a href={pageHref('faultDetail', { id: fault.id })}>{fault.code}</a> : fault.code} {nameOf(fault)}{' '}
      {fault.deviceCode ?? fault.gatewayCode} <StatusTag enumeration="faultState" value={fault.state} />
      {fault.released && <span className="ew-muted"> {t(($) => $.released)}</span>}
    </li>
  )
}

/** The block "Origin" of a repair order's page: the alarm and faults that it was created from, and the signals since the start. */
export const RepairOrigin = ({ orderId }: { orderId: number }) => {
  const { t } = useTranslation('repair-story')
  const origin = useCall(repairStory.ofOrder, { id: orderId }, { quiet: true, refetchInterval: retestMs }).data
  if (!origin) return null
  const { alarm, faults, heard, startedAt } = origin
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.origin)}</h2>
      {alarm === null && faults.length === 0 ? (
        <p className="ew-muted">{t(($) => $.byHand)}</p>
      ) : (
        <ul className="ew-story-origin">
          {alarm && <FromAlarm alarm={alarm} />}
          {faults.map((fault) => (
            <FromFault key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
      <h3>{t(($) => $.retestSignals)}</h3>
      <Heard heard={heard} startedAt={startedAt} />
    </section>
  )
}
