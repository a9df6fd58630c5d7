/** The address inside the console that a click leads to; undefined when the click is none of ours: another window, a download, another site. */
export const addressOf = (event: MouseEvent): string | undefined => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.getAttribute('target') ?? '')) return undefined
  return link.getAttribute('href')?.slice(1)
}

/**
 * Has links followed by the router. Left to the browser, a page would be gone before its form is asked whether it may be left: the router cannot take an
 * address back that it did not set itself.
 */
export const followLinks = (go: (address: string) => void): void => {
  addEventListener('click', (event) => {
    const address = addressOf(event)
    if (address === undefined) return
    event.preventDefault()
    go(address)
  })
}
