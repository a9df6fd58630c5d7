import { useState } from 'react'
import { call } from './api.ts'
import { calls } from './calls.ts'
import { switchLanguage, t } from './texts.ts'
import { forgetOrders } from './orders.ts'
import { useQueue } from './offline-queue.ts'
import { forgetSession, useSession } from './session.ts'
import { Button, Notice } from './ui.tsx'
import { useInstall } from './install.tsx'
import { stopPush } from './push.ts'
import { PushSetting } from './push-setting.tsx'
import { canSeal, seal } from './sealed.ts'

/** The signed-in person, the language, and signing out. */
export const MePage = ({ problem }: { problem?: string }) => {
  const user = useSession((state) => state.user)
  const waiting = useQueue(({ steps }) => steps.length)
  const [asks, setAsks] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const install = useInstall()
  const leave = async () => {
    setLeaving(true)
    // The next person with this phone must not be notified of anything meant for this person.
    await stopPush().catch(() => undefined)
    await call(calls.session.logout, {}).catch(() => undefined)
    const sealed = user ? await seal(user.id).catch(() => false) : false
    if (waiting === 0 || sealed) await forgetOrders()
    forgetSession()
  }
  return (
    <main className="m-page">
      <h1>{user?.name ?? t.me.title}</h1>
      <p className="m-code">{user?.account}</p>
      {problem !== undefined && <Notice tone="fault">{problem}</Notice>}
      <div className="m-actions">
        <Button onClick={switchLanguage}>
          <span lang={t.language === 'English' ? 'en' : 'zh'}>{t.language}</span>
        </Button>
        <a className="m-button m-plain" href="../">
          {t.console}
        </a>
        {asks ? (
          <>
            <Notice tone="fault">{canSeal ? t.me.sure(waiting) : t.me.sureOpen(waiting)}</Notice>
            <Button kind="danger" busy={leaving} onClick={() => void leave()}>
              {t.me.signOutYes}
            </Button>
            <Button onClick={() => setAsks(false)}>{t.cancel}</Button>
          </>
        ) : (
          <Button busy={leaving} onClick={() => (waiting > 0 ? setAsks(true) : void leave())}>
            {t.me.signOut}
          </Button>
        )}
      </div>
      {problem === undefined && isSecureContext && <PushSetting />}
      {isSecureContext ? (
        install ? (
          <Button onClick={install}>{t.me.install}</Button>
        ) : (
          <Notice>{t.me.installHint}</Notice>
        )
      ) : (
        <Notice tone="fault">{t.me.insecure}</Notice>
      )}
    </main>
  )
}
