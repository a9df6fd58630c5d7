import type { AlarmRow } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { call, Refused, useConnection } from './api.ts'
import { calls } from './calls.ts'
import { isHeldByOther } from './held.ts'
import { currentUser, may } from './session.ts'
import { t } from './texts.ts'
import { shortTime } from './time.ts'
import { Button, Notice, Sheet } from './ui.tsx'

/** The error code for “somebody else handles this site” (contract: errors.ts). */
const heldByOther = 1505

type Held = Pick<
  AlarmRow,
  'id' | 'raisedAt' | 'projectId' | 'projectName' | 'holderId' | 'holderName' | 'holderAbsent' | 'heldAt'
>

/** The facts for asking before taking a site from its holder. */
interface Asked {
  readonly as: 'take' | 'confirm'
  readonly held: Held
}

/** How often the holder of a site is reported as present, only while the phone is being used (ms). */
const sayEvery = 45_000
const usedWithin = 60_000
let usedAt = 0
for (const kind of ['pointerdown', 'keydown', 'scroll'])
  addEventListener(kind, () => void (usedAt = Date.now()), { passive: true, capture: true })

export const usePresence = (holds: boolean): void => {
  useEffect(() => {
    if (!holds) return
    const say = () => {
      if (document.visibilityState === 'visible' && Date.now() - usedAt < usedWithin)
        call(calls.alarmDesk.present, {}).catch(() => undefined)
    }
    const timer = setInterval(say, sayEvery)
    return () => clearInterval(timer)
  }, [holds])
}

/** Confirm, take over, release: the actions of an account on an alarm, sent at once and only while the server can be reached. */
export const AlarmActions = ({ alarm, onDone }: { alarm: AlarmRow; onDone: () => Promise<void> }) => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const me = currentUser()?.id
  const { id, raisedAt, projectId, holderId, holderName, closedAt } = alarm

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    setAsked(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
    setBusy(false)
    await onDone()
  }
  const isHeld = isHeldByOther(alarm, me)
  const confirm = () =>
    run(async () => {
      if (isHeld) return setAsked({ as: 'confirm', held: alarm })
      try {
        await call(calls.alarm.confirm, { id, raisedAt })
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== heldByOther) throw error
        // The current holder: what is shown may be older than the take-over. But only the alarm that is shown is confirmed, not one raised since.
        setAsked({ as: 'confirm', held: { ...(await call(calls.alarm.detail, { id })), raisedAt } })
      }
    })
  const from = (held: Held) => (held.holderId === null || held.holderId === me ? {} : { from: held.holderId })
  const take = (held: Held) =>
    run(async () => held.projectId !== null && call(calls.alarmDesk.take, { projectId: held.projectId, ...from(held) }))
  const yes = ({ as, held }: Asked) =>
    as === 'take' ? take(held) : run(() => call(calls.alarmDesk.confirm, { id: held.id, raisedAt: held.raisedAt, ...from(held) }))

  if (closedAt !== null || !may('alarm:confirm')) return null
  const off = offline && t.alarms.confirmOffline
  return (
    <div className="m-actions">
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {alarm.state === 'unconfirmed' && (
        <Button kind="primary" busy={busy} disabled={off} onClick={() => void confirm()}>
          {t.alarms.confirm}
        </Button>
      )}
      {projectId !== null &&
        (holderId === me ? (
          <Button busy={busy} disabled={off} onClick={() => void run(() => call(calls.alarmDesk.release, { projectId }))}>
            {t.alarms.release}
          </Button>
        ) : (
          <Button busy={busy} disabled={off} onClick={() => (isHeld ? setAsked({ as: 'take', held: alarm }) : void take(alarm))}>
            {holderId === null ? t.alarms.take : t.alarms.takeFrom(holderName ?? '')}
          </Button>
        ))}
      {asked && (
        <Sheet title={t.alarms.askTitle(asked.held.holderName ?? '')} onClose={() => setAsked(undefined)}>
          <p>
            {t.alarms.askText(
              asked.held.projectName ?? '',
              asked.held.holderName ?? '',
              asked.held.heldAt === null ? '' : shortTime(asked.held.heldAt),
            )}
          </p>
          <div className="m-actions">
            <Button kind="primary" busy={busy} onClick={() => void yes(asked)}>
              {asked.as === 'take' ? t.alarms.take : t.alarms.takeAndConfirm}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{t.cancel}</Button>
          </div>
        </Sheet>
      )}
    </div>
  )
}
