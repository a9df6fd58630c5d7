import { useEffect, useState } from 'react'
import { useConnection } from '../live/live.ts'

/** How often an idle window checks whether the platform has been upgraded. */
const every = 10 * 60_000

/**
 * The scripts of a page. Their names contain a hash of their content, so other names mean another version. Empty in development.
 */
export const scriptsOf = (page: string): string =>
  [...page.matchAll(/<script[^>]*\bsrc="([^"]*\/assets\/[^"]+)"/g)].map(([, script]) => script).join(' ')

let own: string | undefined

const served = async (): Promise<string> => {
  const answer = await fetch(document.baseURI, { cache: 'no-store' })
  return answer.ok ? scriptsOf(await answer.text()) : ''
}

/**
 * Whether the server has a newer console than the running one. Checked when the connection is restored, as after an upgrade, and
 * from time to time.
 */
export const useNewVersion = (): boolean => {
  const [newer, setNewer] = useState(false)
  const live = useConnection(({ connection }) => connection === 'live')
  useEffect(() => {
    own ??= scriptsOf(document.documentElement.outerHTML)
    if (own === '' || newer || !live) return
    const look = () => {
      if (document.visibilityState === 'hidden') return
      // The server cannot be reached: the next check will show.
      served().then(
        (scripts) => scripts !== '' && scripts !== own && setNewer(true),
        () => {},
      )
    }
    look()
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [live, newer])
  return newer
}
