import type { AppFound, AppHeard } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { call, Refused, Unreached, useConnection } from './api.ts'
import { calls } from './calls.ts'
import { label } from './enum-labels.ts'
import { t } from './texts.ts'
import { exactTime, shortTime } from './time.ts'
import { Button, Fact, Notice, Tag, type Tone } from './ui.tsx'
import { linkTo } from './route.ts'

const tones: Record<AppFound['status'], Tone> = {
  alarm: 'fire',
  fault: 'fault',
  lowPower: 'fault',
  offline: 'neutral',
  online: 'normal',
  unsupervised: 'neutral',
}

/** Polling interval while somebody waits for a signal (ms). */
const askEvery = 2_000

const idOf = ({ kind, id }: AppFound) => (kind === 'device' ? { deviceId: id } : { gatewayId: id })

/** Waits for the signal of a test. Only what the server has stored counts as received. */
const Test = ({ found, since, onEnd }: { found: AppFound; since: string; onEnd: () => void }) => {
  const [heard, setHeard] = useState<AppHeard>()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        const answer = await call(calls.appDevice.heard, { ...idOf(found), since })
        if (gone) return
        setHeard(answer)
        setLost(false)
      } catch {
        if (!gone) setLost(true)
      }
      if (!gone) timer = setTimeout(() => void ask(), askEvery)
    }
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [found, since])
  const signals = heard?.signals ?? []
  return (
    <div aria-live="polite">
      <p>{t.found.waiting(exactTime(since))}</p>
      {lost && <Notice tone="fault">{t.found.lost}</Notice>}
      {signals.length === 0 ? (
        <Notice tone="neutral">{t.found.nothing}</Notice>
      ) : (
        <Notice tone="normal">
          <strong>{t.found.heard(signals.length)}</strong>
        </Notice>
      )}
      <ul className="m-history">
        {signals.map((signal) => (
          <li key={signal.id}>
            {exactTime(signal.at)} · {signal.type === null ? t.found.unknownCode : label('reportType', signal.type)} ·{' '}
            {signal.code}
          </li>
        ))}
      </ul>
      {heard && <p className="m-as-of">{t.found.checked(exactTime(heard.at))}</p>}
      <Button onClick={onEnd}>{t.found.end}</Button>
    </div>
  )
}

const Facts = ({ found }: { found: AppFound }) => (
  <dl>
    <Fact name={t.found.status}>
      <Tag tone={tones[found.status]}>{label('deviceStatus', found.status)}</Tag>
    </Fact>
    <Fact name={t.found.lastSeen}>{found.lastSeenAt === null ? t.found.never : shortTime(found.lastSeenAt)}</Fact>
    <Fact name={t.found.project}>{found.projectName ?? t.found.inStock}</Fact>
    <Fact name={t.found.place}>{found.place.join(' · ')}</Fact>
    <Fact name={t.found.model}>{found.modelName}</Fact>
    <Fact name={t.found.gateway}>{found.gatewayCode}</Fact>
    <Fact name={t.found.battery}>{found.battery === null ? null : `${found.battery} %`}</Fact>
    <Fact name={t.found.signal}>{found.signal}</Fact>
    <Fact name={t.found.disabled}>{found.disabledReason === null ? null : found.disabledReason || t.found.disabled}</Fact>
    <Fact name={t.found.method}>{found.testMethod}</Fact>
    {found.orders.length > 0 && (
      <Fact name={t.found.orders}>
        {found.orders.map((order) => (
          <a key={order.id} className="m-call" href={linkTo('order', order.id)}>
            {order.code}
          </a>
        ))}
      </Fact>
    )}
  </dl>
)

/** The device or gateway behind a scanned label: its state, and a test whether its signals are received. */
export const FoundPage = ({ code }: { code: string }) => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [found, setFound] = useState<AppFound>()
  const [problem, setProblem] = useState<string>()
  const [since, setSince] = useState<string>()
  useEffect(() => {
    if (offline) return
    call(calls.appDevice.find, { code }).then(
      (answer) => {
        setFound(answer)
        setProblem(undefined)
      },
      (error: unknown) => {
        if (error instanceof Refused) setProblem(error.message)
        else if (!(error instanceof Unreached)) throw error
      },
    )
  }, [code, offline])
  // From then on by the server's clock, because the phone's may be wrong.
  const begin = async (of: AppFound) => {
    try {
      setSince((await call(calls.appDevice.heard, { ...idOf(of), since: new Date().toISOString() })).at)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
  }
  return (
    <main className="m-page">
      <a className="m-back" href={linkTo('scan')}>
        ‹ {t.back}
      </a>
      <h1>{found?.name ?? code}</h1>
      {found && <p className="m-code">{`${t.found[found.kind]} · ${found.code}`}</p>}
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {found === undefined && problem === undefined && (
        <Notice tone={offline ? 'fault' : 'neutral'}>{offline ? t.scan.offline : t.loading}</Notice>
      )}
      {found && (
        <>
          <Facts found={found} />
          <section>
            <h2>{t.found.test}</h2>
            {found.onTestUntil === null ? (
              <Notice tone="fault">{t.found.notOnTest}</Notice>
            ) : (
              <Notice tone="info">{t.found.onTest(shortTime(found.onTestUntil))}</Notice>
            )}
            {since === undefined ? (
              <Button kind="primary" disabled={offline && t.scan.offline} onClick={() => void begin(found)}>
                {t.found.begin}
              </Button>
            ) : (
              <Test found={found} since={since} onEnd={() => setSince(undefined)} />
            )}
          </section>
        </>
      )}
    </main>
  )
}
