import { useState } from 'react'
import { dismissPushTrouble, usePush, usePushTrouble } from './push.ts'
import { t } from './texts.ts'
import { Button, Notice } from './ui.tsx'
import { linkTo } from './route.ts'

/** Says at the next opening that push messages had stopped reaching this phone. */
export const PushTrouble = () => {
  const { trouble } = usePushTrouble()
  if (trouble === null) return null
  return (
    <Notice tone="danger">
      <span role="alert">{t.push[trouble]}</span>{' '}
      {trouble === 'ended' ? (
        <a href={linkTo('me')}>{t.push.title}</a>
      ) : (
        <Button onClick={dismissPushTrouble}>{t.push.dismiss}</Button>
      )}
    </Notice>
  )
}

/** Whether this phone is notified of alarms and orders while the page is closed, or why not. */
export const PushSetting = () => {
  const { state, start, stop } = usePush()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
    setBusy(false)
  }
  if (state === 'asking') return null
  return (
    <section>
      <h2>{t.push.title}</h2>
      {state === 'on' ? <Notice tone="normal">{t.push.on}</Notice> : <Notice tone="fault">{t.push[state]}</Notice>}
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {(state === 'off' || state === 'ended') && (
        <Button kind="primary" busy={busy} onClick={() => void run(start)}>
          {t.push.start}
        </Button>
      )}
      {state === 'on' && (
        <Button busy={busy} onClick={() => void run(stop)}>
          {t.push.stop}
        </Button>
      )}
    </section>
  )
}
