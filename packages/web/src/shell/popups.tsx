import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Labels option lists after their fields, which the component library does not. */
const nameLists = (inside: HTMLElement): void => {
  for (const list of inside.querySelectorAll('[role=listbox]:not([aria-label])')) {
    const field = document.getElementById(list.id.replace(/_list$/, '')) as HTMLInputElement | null
    const name = field?.getAttribute('aria-label') ?? field?.labels?.[0]?.textContent
    if (name) list.setAttribute('aria-label', name)
  }
}

const dialogs = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open'

/**
 * Whoever works with the keyboard goes on where they were once the last dialog has closed. Ours are taken out of the page at once, so the component library does
 * not see to it.
 */
const returnFocus = (inside: HTMLElement): (() => void) => {
  let last: HTMLElement | undefined
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && !inside.contains(target)) last = target
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body && inside.querySelector(dialogs) === null) last?.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', remember)
  observer.observe(inside, { childList: true })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}

/** The container of drop-downs, dialogs and drawers: their own landmark, so that everything on the page is in one. */
export const Popups = () => {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const inside = section.current
    if (!inside) return
    const observer = new MutationObserver(() => nameLists(inside))
    observer.observe(inside, { childList: true, subtree: true })
    const leave = returnFocus(inside)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [])
  return <section ref={section} id="popups" aria-label={t(($) => $.layout.popups)} />
}
