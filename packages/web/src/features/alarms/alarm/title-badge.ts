import { useEffect } from 'react'

const badge = /^(\(\d+\+?\) |◆ [^◆]* ◆ )/
/** A tab is only seen from the corner of the eye, so what flashes there changes every second. */
const flashEvery = 1_000

/**
 * "(3) …" in the browser tab, whatever the page's title.
 * @param flash text that alternates with the count while it is set
 */
export const useTitleBadge = (count: number, flash?: string): void => {
  useEffect(() => {
    let flashing = false
    const mark = () => {
      const plain = document.title.replace(badge, '')
      const counted = count === 0 ? plain : `(${count > 99 ? '99+' : count}) ${plain}`
      const wanted = flashing && flash !== undefined ? `◆ ${flash} ◆ ${plain}` : counted
      if (document.title !== wanted) document.title = wanted
    }
    const turn = () => {
      flashing = !flashing
      mark()
    }
    const timer = flash === undefined ? undefined : setInterval(turn, flashEvery)
    mark()
    const title = document.querySelector('title')
    const watcher = new MutationObserver(mark)
    if (title) watcher.observe(title, { childList: true, characterData: true, subtree: true })
    return () => {
      clearInterval(timer)
      watcher.disconnect()
      document.title = document.title.replace(badge, '')
    }
  }, [count, flash])
}
