import { orderStatus, sentBackBy, type OrderDetail } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { Refused, Unreached, useConnection } from './api.ts'
import { Checklist } from './checklist.tsx'
import { openChecks } from './check-fields.tsx'
import { CompleteSheet } from './complete-sheet.tsx'
import { DeviceList } from './device-list.tsx'
import { label } from './enum-labels.ts'
import { fetchOrder, useOrders } from './orders.ts'
import { isLate, statusTone, stepsIn } from './order-facts.ts'
import { HoldSheet } from './hold-sheet.tsx'
import { OrderPlace } from './order-place.tsx'
import { Photo } from './photo-field.tsx'
import { addStep, useQueue } from './offline-queue.ts'
import { go, linkTo } from './route.ts'
import { SignSheet } from './sign-sheet.tsx'
import { t } from './texts.ts'
import { shortTime } from './time.ts'
import { AreaField, Button, Notice, Sheet, Tag } from './ui.tsx'
import { useDraft } from './use-draft.ts'
import { withSteps } from './with-steps.ts'

const Refuse = ({ order, onClose }: { order: OrderDetail; onClose: () => void }) => {
  const { value, set, clear } = useDraft(`${order.id}/refuse`, { reason: '' })
  const [tried, setTried] = useState(false)
  const submit = async () => {
    setTried(true)
    const reason = value.reason.trim()
    if (reason === '') return
    await addStep('refuse', { id: order.id, reason }, { orderId: order.id, orderCode: order.code })
    await clear()
    onClose()
    go('orders')
  }
  return (
    <Sheet title={t.order.refuseTitle} onClose={onClose}>
      <AreaField
        label={t.order.reason}
        maxLength={500}
        value={value.reason}
        onText={(reason) => set({ reason })}
        error={tried && value.reason.trim() === '' ? t.sign.needReason : undefined}
      />
      <Button kind="danger" onClick={() => void submit()}>
        {t.order.refuse}
      </Button>
    </Sheet>
  )
}

const Sites = ({ order, onSign }: { order: OrderDetail; onSign: ((siteId: number) => void) | null }) => {
  if (order.sites.length === 0) return null
  return (
    <section>
      <h2>{t.order.sites}</h2>
      <ul className="m-rows">
        {order.sites.map((site) => (
          <li key={site.id}>
            <span>
              <strong>{site.name}</strong>
              <br />
              {site.address}
            </span>
            {site.signedAt === null ? (
              onSign ? (
                <Button onClick={() => onSign(site.id)}>{t.order.signIn}</Button>
              ) : (
                <Tag>{t.order.notSigned}</Tag>
              )
            ) : (
              <Tag tone="normal">{t.order.signed(shortTime(site.signedAt))}</Tag>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const History = ({ order }: { order: OrderDetail }) => (
  <details>
    <summary>{t.order.history}</summary>
    <ul className="m-history">
      {order.history.toReversed().map((entry) => (
        <li key={entry.id}>
          <strong>{label('orderStatus', entry.to)}</strong> · {shortTime(entry.at)} · {entry.actor ?? t.none}
          {entry.enteredAt !== null && <small>{t.order.entered(shortTime(entry.enteredAt))}</small>}
          {entry.note !== null && <p>{entry.note}</p>}
        </li>
      ))}
    </ul>
  </details>
)

type Open = 'refuse' | 'hold' | 'complete' | 'checklist' | { siteId: number } | null

const Actions = ({ order, onOpen }: { order: OrderDetail; onOpen: (open: Open) => void }) => {
  const may = stepsIn[order.status] ?? []
  const about = { orderId: order.id, orderCode: order.code }
  if (may.length === 0)
    return <p className="m-empty">{order.status === orderStatus.toVerify ? t.order.handedIn : t.order.nothingToDo}</p>
  const needsSign = order.sitesMissing > 0 && order.sitesSigned === 0
  return (
    <div className="m-actions">
      {may.includes('receive') && (
        <Button kind="primary" onClick={() => void addStep('receive', { id: order.id }, about)}>
          {t.order.receive}
        </Button>
      )}
      {may.includes('refuse') && <Button onClick={() => onOpen('refuse')}>{t.order.refuse}</Button>}
      {may.includes('start') && (
        <Button
          kind="primary"
          disabled={needsSign && t.order.startNeedsSign}
          onClick={() => void addStep('start', { id: order.id }, about)}
        >
          {t.order.start}
        </Button>
      )}
      {may.includes('complete') && (
        <Button kind="primary" onClick={() => onOpen('complete')}>
          {t.order.complete}
        </Button>
      )}
      {may.includes('unhold') && (
        <Button kind="primary" onClick={() => void addStep('unhold', { id: order.id }, about)}>
          {t.order.unhold}
        </Button>
      )}
      {may.includes('hold') && <Button onClick={() => onOpen('hold')}>{t.order.hold}</Button>}
    </div>
  )
}

const Loaded = ({ order }: { order: OrderDetail }) => {
  const all = useQueue(({ steps }) => steps)
  const [open, setOpen] = useState<Open>(null)
  const steps = all.filter(({ orderId }) => orderId === order.id)
  const seen = withSteps(order, steps)
  const may = stepsIn[seen.status] ?? []
  const close = () => setOpen(null)
  const site = typeof open === 'object' && open !== null ? seen.sites.find(({ id }) => id === open.siteId) : undefined
  const unanswered = openChecks(seen).length
  const back = sentBackBy(seen.history)
  return (
    <>
      <p className="m-card-head">
        <Tag tone={statusTone(seen.status)}>{label('orderStatus', seen.status)}</Tag>
        <Tag>{label('orderKind', seen.kind)}</Tag>
        {seen.priority !== 'normal' && (
          <Tag tone={seen.priority === 'low' ? 'neutral' : 'fault'}>{label('orderPriority', seen.priority)}</Tag>
        )}
      </p>
      <p className={isLate(seen) ? 'm-late' : undefined}>
        {seen.dueAt === null
          ? t.orders.noDue
          : isLate(seen)
            ? t.orders.late(shortTime(seen.dueAt))
            : t.orders.due(shortTime(seen.dueAt))}
        {seen.scheduledFrom !== null && ` · ${t.order.scheduled(shortTime(seen.scheduledFrom))}`}
      </p>
      {seen.status === orderStatus.onHold && (
        <Notice tone="fault">
          {t.order.held(seen.holdReason ?? t.none)}
          {seen.holdUntil !== null && ` · ${t.order.heldUntil(shortTime(seen.holdUntil))}`}
        </Notice>
      )}
      {back !== undefined && may.length > 0 && (
        <Notice tone="fault">{t.order.sentBack(back.actor ?? t.none, back.note ?? t.none)}</Notice>
      )}
      {steps.some(({ problem }) => problem !== null) && (
        <Notice tone="danger">
          {t.order.stuck} <a href={linkTo('queue')}>{t.order.stuckOpen}</a>
        </Notice>
      )}
      <Actions order={seen} onOpen={setOpen} />
      <section>
        <h2>{t.order.task}</h2>
        <p className="m-prose">{seen.description}</p>
        {seen.photos.length > 0 && (
          <ul className="m-photos">
            {seen.photos.map((photo, index) => (
              <li key={photo}>
                <Photo photo={photo} alt={t.order.photo(index + 1)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <OrderPlace order={seen} />
      <Sites order={seen} onSign={may.includes('sign') ? (siteId) => setOpen({ siteId }) : null} />
      {seen.checklist.length > 0 && (
        <section>
          <h2>{t.order.checklist}</h2>
          <p>{unanswered === 0 ? t.order.checklistDone : t.order.checklistOpen(unanswered)}</p>
          <Button onClick={() => setOpen('checklist')}>{t.order.checklist}</Button>
        </section>
      )}
      <DeviceList order={seen} steps={steps} mayRecord={may.includes('record')} />
      <History order={seen} />
      {open === 'hold' && <HoldSheet order={seen} onClose={close} />}
      {open === 'refuse' && <Refuse order={seen} onClose={close} />}
      {open === 'complete' && <CompleteSheet order={seen} onClose={close} onChecklist={() => setOpen('checklist')} />}
      {open === 'checklist' && <Checklist order={seen} mayRecord={may.includes('record')} onClose={close} />}
      {site && <SignSheet order={seen} site={site} onClose={close} />}
    </>
  )
}

export const OrderPage = ({ id }: { id: number }) => {
  const kept = useOrders(({ details }) => details.get(id))
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (offline) return
    fetchOrder(id).then(
      () => setProblem(undefined),
      (error: unknown) => {
        if (error instanceof Refused) setProblem(error.status === 403 || error.status === 404 ? t.order.gone : error.message)
        else if (!(error instanceof Unreached)) throw error
      },
    )
  }, [id, offline])
  return (
    <main className="m-page">
      <a className="m-back" href={linkTo('orders')}>
        ‹ {t.back}
      </a>
      <h1>{kept?.order.projectName ?? t.nav.orders}</h1>
      {kept && <p className="m-code">{kept.order.code}</p>}
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {kept ? (
        <Loaded order={kept.order} />
      ) : (
        problem === undefined && <Notice tone={offline ? 'fault' : 'neutral'}>{offline ? t.order.notKept : t.loading}</Notice>
      )}
      {kept && <p className="m-as-of">{t.orders.asOf(shortTime(kept.at))}</p>}
    </main>
  )
}
