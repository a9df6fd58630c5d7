import { useEffect } from 'react'

const badge = /^\(\d+\+?\) /

/** "(3) …" in the browser's tab, whatever the page calls itself. */
export const useTitleBadge = (count: number): void => {
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(badge, '')
      const wanted = count === 0 ? plain : `(${count > 99 ? '99+' : count}) ${plain}`
      if (document.title !== wanted) document.title = wanted
    }
    mark()
    const title = document.querySelector('title')
    if (!title) return
    const watcher = new MutationObserver(mark)
    watcher.observe(title, { childList: true, characterData: true, subtree: true })
    return () => {
      watcher.disconnect()
      document.title = document.title.replace(badge, '')
    }
  }, [count])
}
