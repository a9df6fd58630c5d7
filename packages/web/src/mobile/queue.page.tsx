import type { OrderDetail } from '@emberwatch/contract'
import { useState } from 'react'
import { useConnection } from './api.ts'
import { label } from './enum-labels.ts'
import { language, t } from './texts.ts'
import { useOrders } from './orders.ts'
import { Photo } from './photo-field.tsx'
import { discard, sendWaiting, tryAgain, useQueue } from './offline-queue.ts'
import { useSealed } from './sealed.ts'
import { useSession } from './session.ts'
import { isFailing, isHeldUp, localPhoto, photosIn, type Step } from './steps.ts'
import { shortTime } from './time.ts'
import { Button, Notice, Tag } from './ui.tsx'
import { linkTo } from './route.ts'

const named = (name: string, text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : `${name}${language === 'zh' ? '：' : ': '}${text}`

type Recorded = Extract<Step, { name: 'record' | 'complete' }>

/** The answers to the checklist, each with its question. */
const answersIn = ({ input }: Recorded, order: OrderDetail | undefined, codeOf: (id: number) => string): string[] =>
  (input.checks ?? []).flatMap(({ item, deviceId, yes, value, text }) => {
    const question = order?.checklist[item]?.[language === 'zh' ? 'textZh' : 'textEn'] ?? String(item + 1)
    const about = deviceId === undefined ? question : `${codeOf(deviceId)} · ${question}`
    const given = yes === undefined ? (text ?? value?.toString()) : yes ? t.check.yes : t.check.no
    return named(about, given) ?? about
  })

/** The input of a step in words, so that it can be read and copied. */
const wordsOf = (step: Step, order: OrderDetail | undefined): string[] => {
  const codeOf = (id: number) => order?.devices.find((device) => device.id === id)?.code ?? step.about ?? String(id)
  switch (step.name) {
    case 'refuse':
    case 'hold':
      return [step.input.reason]
    case 'sign':
      return step.input.reason === undefined ? [] : [step.input.reason]
    case 'record':
      return [
        ...step.input.devices.map(({ deviceId, result, note, value, method, expected, actual }) =>
          [codeOf(deviceId), label('orderResult', result), value, method, expected, actual, note].filter(Boolean).join(' · '),
        ),
        ...answersIn(step, order, codeOf),
      ]
    case 'complete': {
      const {
        completeType,
        note,
        faultCause,
        repairAction,
        retest,
        impairmentNotice,
        labourMinutes,
        acceptedBy,
        parts = [],
      } = step.input
      return [
        label('completeType', completeType),
        note,
        named(t.complete.cause, faultCause),
        named(t.complete.action, repairAction),
        named(t.complete.retest, retest && label('retestResult', retest)),
        named(t.complete.impairmentNotice, impairmentNotice && label('yesNo', impairmentNotice)),
        named(t.complete.labour, labourMinutes?.toString()),
        named(t.signature.by, acceptedBy),
        ...parts.map(({ name, quantity, newCode }) => [`${name} × ${quantity}`, newCode].filter(Boolean).join(' · ')),
        ...answersIn(step, order, codeOf),
      ].filter((text) => text !== undefined)
    }
    default:
      return []
  }
}

const StepRow = ({ step }: { step: Step }) => {
  const { steps, sending } = useQueue()
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const signedIn = useSession(({ token }) => token !== null)
  const order = useOrders(({ details }) => details.get(step.orderId)?.order)
  const [asks, setAsks] = useState(false)
  const [copied, setCopied] = useState<string>()
  const words = wordsOf(step, order)
  const photos = photosIn(step.input)
  const isFirst = steps[0]?.id === step.id
  const isStuck = step.problem !== null || isFailing(step)
  const why = isHeldUp(step, steps)
    ? t.queue.why.held
    : !signedIn
      ? t.queue.why.session
      : sending === step.id && !offline
        ? t.queue.why.sending
        : offline
          ? t.queue.why.offline
          : isFirst
            ? t.queue.why.next
            : t.queue.why.order
  const title = `${t.queue.names[step.name]}${step.about === null ? '' : ` · ${step.about}`}`
  // Without https there is no clipboard at all, whatever the types say.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText([step.orderCode, title, ...words].join('\n'))
      setCopied(t.queue.copied)
    } catch {
      setCopied(t.queue.copyFailed)
    }
  }
  return (
    <li className="m-card">
      <span className="m-card-head">
        <strong>{title}</strong>
        <Tag tone={isStuck ? 'danger' : 'info'}>{step.orderCode}</Tag>
      </span>
      <span className="m-card-foot">{t.queue.entered(shortTime(step.enteredAt))}</span>
      {words.map((text, index) => (
        <p key={index} className="m-prose">
          {text}
        </p>
      ))}
      {photos.length > 0 && (
        <>
          <p>{t.queue.photos(photos.length)}</p>
          <ul className="m-photos">
            {photos.map((id, index) => (
              <li key={id}>
                <Photo photo={localPhoto(id)} alt={t.order.photo(index + 1)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!isStuck && <p className="m-as-of">{why}</p>}
      {isStuck && (
        <>
          <Notice tone="danger">
            {step.problem === null ? t.queue.failing(step.failures ?? 0) : t.queue.refused(step.problem.message)}
          </Notice>
          <p className="m-as-of">{step.problem === null ? t.queue.failingHelp : t.queue.help}</p>
          <div className="m-actions">
            <Button kind="primary" onClick={() => void tryAgain(step)}>
              {t.queue.again}
            </Button>
            <Button onClick={() => void copy()}>{copied ?? t.queue.copy}</Button>
            {asks ? (
              <>
                <p role="alert">{t.queue.dropSure}</p>
                <Button kind="danger" onClick={() => void discard(step)}>
                  {t.queue.dropYes}
                </Button>
                <Button onClick={() => setAsks(false)}>{t.cancel}</Button>
              </>
            ) : (
              <Button onClick={() => setAsks(true)}>{t.queue.drop}</Button>
            )}
          </div>
        </>
      )}
      <a className="m-call" href={linkTo('order', step.orderId)}>
        {t.queue.open}
      </a>
    </li>
  )
}

/** Everything that has not been accepted yet, in the order in which it will be sent, and why it is waiting. */
export const QueuePage = () => {
  const { steps, sending } = useQueue()
  const broken = useSealed((state) => state.broken)
  return (
    <main className="m-page">
      <h1>{t.queue.title}</h1>
      {broken > 0 && <Notice tone="danger">{t.queue.broken(broken)}</Notice>}
      {steps.length === 0 ? (
        <p className="m-empty">{t.queue.empty}</p>
      ) : (
        <>
          <Button busy={sending !== null} onClick={() => void sendWaiting()}>
            {t.queue.sendNow}
          </Button>
          <ul className="m-list">
            {steps.map((step) => (
              <StepRow key={step.id} step={step} />
            ))}
          </ul>
        </>
      )}
    </main>
  )
}
