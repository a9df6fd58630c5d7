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

/** The container of drop-downs, dialogs and drawers: their own landmark, so that everything on the page is in one. */
export const Popups = () => {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const inside = section.current
    if (!inside) return
    const observer = new MutationObserver(() => nameLists(inside))
    observer.observe(inside, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return <section ref={section} id="popups" aria-label={t(($) => $.layout.popups)} />
}
