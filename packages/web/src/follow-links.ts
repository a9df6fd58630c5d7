/**
 * The address inside the console that a click leads to. Undefined if the browser should handle it: another window, a download,
 * another site.
 */
const addressOf = (event: MouseEvent): string | undefined => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.getAttribute('target') ?? '')) return undefined
  return link.getAttribute('href')?.slice(1)
}

/**
 * Lets the router handle links. If the browser did, the page would be gone before its form could ask about unsaved changes,
 * because the router cannot undo an address that it did not set.
 */
export const followLinks = (go: (address: string) => void): void => {
  addEventListener('click', (event) => {
    const address = addressOf(event)
    if (address === undefined) return
    event.preventDefault()
    go(address)
  })
}
