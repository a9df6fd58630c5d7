import { useEffect, useState } from 'react'
import { noteUnkept } from '../storage.ts'
import { AlarmPage } from './alarm.page.tsx'
import { AlarmsPage } from './alarms.page.tsx'
import { call, Refused, Unreached } from './api.ts'
import { calls } from './calls.ts'
import { FoundPage } from './found.page.tsx'
import { InstallOffer } from './install.tsx'
import { MePage } from './me.page.tsx'
import { OrderList } from './order-list.page.tsx'
import { OrderPage } from './order.page.tsx'
import { loadKept, refreshOrders } from './orders.ts'
import { PushTrouble } from './push-setting.tsx'
import { keepPush } from './push.ts'
import { QueuePage } from './queue.page.tsx'
import { loadQueue, sendWaiting, useQueue } from './offline-queue.ts'
import { linkTo, useRoute } from './route.ts'
import { ScanPage } from './scan.page.tsx'
import { sealOthers, unseal } from './sealed.ts'
import { endSession, isKnown, may, rememberUser, useSession } from './session.ts'
import { SignIn } from './sign-in.page.tsx'
import { StateBar } from './state-bar.tsx'
import { t } from './texts.ts'
import { Notice } from './ui.tsx'
import { useWatch, useWatched, waitingIn } from './watch.ts'

/** Outlines of 24 × 24, drawn for this page: an icon font would be heavier than the page. */
const paths = {
  orders: 'M8 4h8v3H8zM8 5.5H5V20h14V5.5h-3M8.5 12h7M8.5 16h5',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  alarms: 'M5 18h14M7 18v-6a5 5 0 0 1 10 0v6M12 3v1.5M4.5 6l1 1M19.5 6l-1 1M10 21h4',
  queue: 'M12 15V4M8 8l4-4 4 4M5 14v6h14v-6',
  me: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.6-4 3.2-6 7-6s6.4 2 7 6',
} as const

const NavIcon = ({ name }: { name: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden>
    <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** The pages of an engineer, and those of other people who handle alarms. */
const pagesOf = (isEngineer: boolean) =>
  isEngineer ? (['orders', 'scan', 'alarms', 'queue', 'me'] as const) : (['alarms', 'me'] as const)

const Page = ({ route: [page, argument = ''] }: { route: readonly string[] }) => {
  switch (page) {
    case 'order':
      return <OrderPage key={argument} id={Number(argument)} />
    case 'scan':
      return <ScanPage />
    case 'found':
      return <FoundPage key={argument} code={argument} />
    case 'alarm':
      return <AlarmPage key={argument} id={Number(argument)} />
    case 'alarms':
      return <AlarmsPage />
    case 'queue':
      return <QueuePage />
    case 'me':
      return <MePage />
    default:
      return <OrderList />
  }
}

const parents: Readonly<Record<string, string>> = { order: 'orders', found: 'scan', alarm: 'alarms' }

const Navigation = ({ page, isEngineer }: { page: string; isEngineer: boolean }) => {
  const waiting = useQueue(({ steps }) => steps.length)
  const alarms = waitingIn(useWatched(({ answer }) => answer))
  return (
    <nav className="m-nav" aria-label={t.appName}>
      {pagesOf(isEngineer).map((name) => (
        <a key={name} href={linkTo(name)} aria-current={(parents[page] ?? page) === name ? 'page' : undefined}>
          <NavIcon name={name} />
          {t.nav[name]}
          {name === 'queue' && waiting > 0 && <b>{waiting}</b>}
          {name === 'alarms' && alarms !== null && alarms.waiting.length > 0 && (
            <b className={alarms.fires.length > 0 ? 'm-fires' : undefined} translate="no">
              {`${alarms.waiting.length}${alarms.more ? '+' : ''}`}
            </b>
          )}
        </a>
      ))}
    </nav>
  )
}

/** How often the orders are read again while the page is visible, and whether the server is reachable is checked at all (ms). */
const refreshEvery = 30_000

/** Keeps the stored orders up to date. */
const useFresh = (token: string | null, userId: number | undefined): void => {
  useEffect(() => {
    if (token === null || userId === undefined) return
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshOrders()
    }
    refresh()
    const timer = setInterval(refresh, refreshEvery)
    document.addEventListener('visibilitychange', refresh)
    addEventListener('online', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('online', refresh)
    }
  }, [token, userId])
}

/** Time before asking again who is signed in (ms). */
const askAgain = 5_000

/** At the very first opening, the server must say who is signed in; later openings remember it. */
const useUser = (): { problem: string | null; ready: boolean } => {
  const { token, user } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<number>()
  useEffect(() => {
    if (token === null) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () =>
      call(calls.session.info, {}).then(
        (info) => {
          if (gone) return
          setProblem(info.mustChangePassword || info.mustSetUpTwoStep ? t.signIn.mustChange : null)
          rememberUser(info, token)
          keepPush().catch(() => undefined)
        },
        (error: unknown) => {
          if (gone) return
          // Without a network, the last known state of this session applies until the server says otherwise.
          if (error instanceof Refused) {
            if (useSession.getState().token !== null) endSession(error.message)
          } else if (!isKnown(useSession.getState())) timer = setTimeout(ask, askAgain)
        },
      )
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [token])
  const userId = user?.id ?? 0
  const userName = user?.name ?? ''
  const known = isKnown({ token, user })
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      // A storage that cannot be read must hide neither the page nor the alarms.
      await Promise.all([loadQueue(), loadKept(userId)]).catch(noteUnkept)
      if (!gone) setLoaded(userId)
      await sendWaiting()
    }
    // As soon as the server provides the key, what other people left is sealed, and what this person left is opened.
    const open = async () => {
      try {
        await sealOthers(userId)
        if (!known || !may('order:work')) return
        await unseal(userId, userName)
        if (!gone) await load()
      } catch (error) {
        if (!(error instanceof Unreached)) return
        if (!gone) timer = setTimeout(() => void open(), askAgain)
      }
    }
    void load().then(open)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [userId, userName, known])
  return { problem, ready: loaded === userId }
}

export const App = () => {
  const session = useSession()
  const { token, user } = session
  const known = isKnown(session)
  const route = useRoute()
  const { problem, ready } = useUser()
  const isEngineer = may('order:work')
  const watches = may('alarm:view')
  useFresh(token, known && isEngineer ? user?.id : undefined)
  useWatch(known && watches && problem === null ? token : null)
  if (token === null)
    return (
      <>
        <StateBar />
        <SignIn />
      </>
    )
  const isAlarm = watches && ['alarm', 'alarms'].includes(route[0] ?? '')
  // Alarms need nothing from the storage of the phone.
  if (!known || !(ready || isAlarm))
    return (
      <>
        <StateBar />
        <main className="m-page">
          <h1>{t.appName}</h1>
          <Notice tone="neutral">{t.loading}</Notice>
        </main>
        {known && watches && <Navigation page={route[0] ?? 'orders'} isEngineer={isEngineer} />}
      </>
    )
  if (problem !== null || !(isEngineer || watches))
    return (
      <>
        <StateBar />
        <MePage problem={problem ?? t.signIn.notEngineer} />
      </>
    )
  const shown = isEngineer || ['alarm', 'alarms', 'me'].includes(route[0] ?? '') ? route : ['alarms']
  return (
    <>
      <StateBar />
      <PushTrouble />
      <InstallOffer />
      <Page route={shown} />
      <Navigation page={shown[0] ?? 'orders'} isEngineer={isEngineer} />
    </>
  )
}
