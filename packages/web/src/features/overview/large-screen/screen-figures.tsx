import type { ScreenFigures } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { LiveText } from '../../../kit/live-text.tsx'

interface CounterProps {
  label: string
  /** Null: unknown, or too old to be shown. */
  value: number | null
  tone?: 'fire' | 'fault' | undefined
}

const Counter = ({ label, value, tone }: CounterProps) => (
  <li data-tone={value !== null && value > 0 ? tone : undefined}>
    <span title={label}>{label}</span>
    <strong translate="no">
      <LiveText>{value === null ? '—' : value.toLocaleString()}</LiveText>
    </strong>
  </li>
)

/** Online now, of what is supervised. */
const Online = ({ figures }: { figures: ScreenFigures | null }) => {
  const { t } = useTranslation('large-screen')
  const all = figures ? figures.devicesOnline + figures.devicesOffline : 0
  const share = figures && all > 0 ? figures.devicesOnline / all : null
  // Never rounded up: 99.96 % with devices offline is not 100 %.
  const words = share === null ? '—' : `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`
  return (
    <div className="ew-screen-online">
      <span>{t(($) => $.online)}</span>
      <strong translate="no">
        <LiveText>{words}</LiveText>
      </strong>
      <meter min={0} max={1} low={0.9} high={0.98} optimum={1} value={share ?? 0} aria-label={t(($) => $.online)} />
      <small>
        {figures &&
          (all > 0
            ? t(($) => $.onlineOf, { online: figures.devicesOnline.toLocaleString(), all: all.toLocaleString() })
            : t(($) => $.onlineUnknown))}
      </small>
    </div>
  )
}

type CountName = { [Name in keyof ScreenFigures]: ScreenFigures[Name] extends number ? Name : never }[keyof ScreenFigures]

/** The counters. Without figures, dashes: never a zero that is only unknown. */
export const Counters = ({ figures, place }: { figures: ScreenFigures | null; place: string | undefined }) => {
  const { t } = useTranslation('large-screen')
  const of = (name: CountName): number | null => figures?.[name] ?? null
  return (
    <section className="ew-screen-block ew-screen-counters" aria-label={t(($) => $.counters)}>
      <h2 title={place}>{place === undefined ? t(($) => $.counters) : t(($) => $.place, { name: place })}</h2>
      <ul>
        <Counter label={t(($) => $.openAlarms)} value={of('openAlarms')} tone="fault" />
        <Counter label={t(($) => $.unconfirmed)} value={of('unconfirmedAlarms')} tone="fire" />
        <Counter label={t(($) => $.breached)} value={of('breachedAlarms')} tone="fire" />
        <Counter label={t(($) => $.faults)} value={of('openFaults')} tone="fault" />
        <Counter label={t(($) => $.devices)} value={of('devices')} />
        <Counter label={t(($) => $.offline)} value={of('devicesOffline')} tone="fault" />
        <Counter label={t(($) => $.gateways)} value={of('gateways')} />
        <Counter label={t(($) => $.offlineGateways)} value={of('gatewaysOffline')} tone="fault" />
        <Counter label={t(($) => $.orders)} value={of('openOrders')} />
        <Counter label={t(($) => $.overdue)} value={of('overdueOrders')} tone="fault" />
        <Counter label={t(($) => $.projects)} value={of('projects')} />
      </ul>
      <Online figures={figures} />
    </section>
  )
}
