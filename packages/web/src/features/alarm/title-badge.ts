import { useEffect } from 'react'

const badge = /^(\(\d+\+?\) |◆ [^◆]* ◆ )/
/** A tab is looked at out of the corner of an eye: what flashes there changes every second. */
const flashEvery = 1_000

/**
 * "(3) …" in the browser's tab, whatever the page calls itself.
 * @param flash words that take turns with the count for as long as there are any
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
