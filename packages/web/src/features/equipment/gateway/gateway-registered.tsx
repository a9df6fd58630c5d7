import { endpoints, pageHref } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { useNow } from '../../../kit/clock.tsx'
import { SecretField } from '../../../kit/secret-once.tsx'
import { formatDuration, formatInZone } from '../../../kit/time.tsx'
import { useLiveEvents } from '../../../live/live.ts'
import { useCan } from '../../../session/me.tsx'
import { ConnectionFacts, LinkFacts, useLinkHint } from './gateway-connection.tsx'
import { FirstAlarm, type Installed } from './gateway-first-alarm.tsx'

const { gateway } = endpoints

interface StepProps {
  number: number
  title: string
  children: ReactNode
}

/** One step of the registration on site. */
export const Step = ({ number, title, children }: StepProps) => {
  const { t } = useTranslation('gateway')
  return (
    <section className="ew-panel">
      <h2>
        {t(($) => $.register.step, { number })} · {title}
      </h2>
      {children}
    </section>
  )
}

/** Whether the gateway has connected; live events report it immediately. */
const Heard = ({ id, since }: { id: number; since: number }) => {
  const { t } = useTranslation('gateway')
  const now = useNow()
  // The event arrives within a second; polling as well costs little, and helps if the stream is interrupted.
  const { data, refetch } = useCall(gateway.detail, { id }, { quiet: true, refetchInterval: 5_000 })
  useLiveEvents('gateway', (events) => {
    if (events.some((event) => Number(event.id) === id)) void refetch()
  })
  const at = data?.lastSeenAt ?? data?.activatedAt ?? null
  const words = t(($) => $.register, { returnObjects: true })
  if (at === null || Date.parse(at) < since)
    return (
      <div role="status">
        <p className="ew-register-heard">{words.waiting}</p>
        <p className="ew-gateway-note">{t(($) => $.register.waitingHint, { time: formatDuration(now - since) })}</p>
      </div>
    )
  const time = formatInZone(at, data?.timeZone)
  // An external broker does not say it.
  const ip = data?.ip ?? null
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={words.heard}
      description={ip === null ? time : t(($) => $.register.heardAt, { at: time, ip })}
    />
  )
}

/** After the registration: what to enter, whether it has connected, and the first alarm. */
export const Registered = ({ onNext, ...installed }: Installed & { onNext: () => void }) => {
  const { given, since } = installed
  const { t } = useTranslation('gateway')
  const can = useCan()
  const linkHint = useLinkHint()
  const words = t(($) => $.register, { returnObjects: true })
  return (
    <>
      <Step number={2} title={words.connect}>
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={given.secret === null ? linkHint(given.linkAddress) : t(($) => $.secret.hint)}
        />
        {given.secret === null ? (
          <LinkFacts linkAddress={given.linkAddress ?? ''} />
        ) : (
          <>
            <SecretField secret={given.secret} />
            <ConnectionFacts code={given.code} />
          </>
        )}
      </Step>
      <Step number={3} title={words.link}>
        <Heard id={given.id} since={since} />
      </Step>
      {can('alarm:view') && (
        <Step number={4} title={words.test}>
          <FirstAlarm {...installed} />
        </Step>
      )}
      <div className="ew-buttons">
        <Button onClick={onNext}>{words.another}</Button>
        <Button type="primary" href={pageHref('gatewayDetail', { id: given.id })}>
          {words.detail}
        </Button>
      </div>
    </>
  )
}
