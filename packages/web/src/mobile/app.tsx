import { useEffect, useState } from 'react'
import { AlarmsPage } from './alarms.page.tsx'
import { call, Refused } from './api.ts'
import { calls } from './calls.ts'
import { FoundPage } from './found.page.tsx'
import { MePage } from './me.page.tsx'
import { OrderList } from './order-list.page.tsx'
import { OrderPage } from './order.page.tsx'
import { loadKept, refreshOrders } from './orders.ts'
import { QueuePage } from './queue.page.tsx'
import { loadQueue, sendWaiting, useQueue } from './queue.ts'
import { useRoute } from './route.ts'
import { ScanPage } from './scan.page.tsx'
import { endSession, isKnown, may, rememberUser, useSession } from './session.ts'
import { SignIn } from './sign-in.page.tsx'
import { StateBar } from './state-bar.tsx'
import { t } from './texts.ts'
import { Notice } from './ui.tsx'

const pages = ['orders', 'scan', 'alarms', 'queue', 'me'] as const

const Page = ({ route: [page, argument = ''] }: { route: readonly string[] }) => {
  switch (page) {
    case 'order':
      return <OrderPage key={argument} id={Number(argument)} />
    case 'scan':
      return <ScanPage />
    case 'found':
      return <FoundPage key={argument} code={argument} />
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

const parents: Readonly<Record<string, string>> = { order: 'orders', found: 'scan' }

const Navigation = ({ page }: { page: string }) => {
  const waiting = useQueue(({ steps }) => steps.length)
  return (
    <nav className="m-nav" aria-label={t.appName}>
      {pages.map((name) => (
        <a key={name} href={`#/${name}`} aria-current={(parents[page] ?? page) === name ? 'page' : undefined}>
          {t.nav[name]}
          {name === 'queue' && waiting > 0 && <b>{waiting}</b>}
        </a>
      ))}
    </nav>
  )
}

/** How often the orders are read anew while the page is looked at, and whether the server is heard at all (ms). */
const refreshEvery = 30_000

/** Keeps what is shown up to date. */
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

/** Before asking again who is signed in (ms). */
const askAgain = 5_000

/** The first word of who is signed in comes from the server; later openings know it. */
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
        },
        (error: unknown) => {
          if (gone) return
          // Without a network, what the server said of this session before is believed until it says otherwise.
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
  useEffect(() => {
    let gone = false
    const load = async () => {
      await Promise.all([loadQueue(), loadKept(userId)])
      if (!gone) setLoaded(userId)
      await sendWaiting()
    }
    void load()
    return () => {
      gone = true
    }
  }, [userId])
  return { problem, ready: loaded === userId }
}

export const App = () => {
  const session = useSession()
  const { token, user } = session
  const known = isKnown(session)
  const route = useRoute()
  const { problem, ready } = useUser()
  const isEngineer = may('order:work')
  useFresh(token, known && isEngineer ? user?.id : undefined)
  if (token === null)
    return (
      <>
        <StateBar />
        <SignIn />
      </>
    )
  if (!known || !ready)
    return (
      <>
        <StateBar />
        <main className="m-page">
          <h1>{t.appName}</h1>
          <Notice tone="neutral">{t.loading}</Notice>
        </main>
      </>
    )
  if (problem !== null || !isEngineer)
    return (
      <>
        <StateBar />
        <MePage problem={problem ?? t.signIn.notEngineer} />
      </>
    )
  return (
    <>
      <StateBar />
      <Page route={route} />
      <Navigation page={route[0] ?? 'orders'} />
    </>
  )
}
