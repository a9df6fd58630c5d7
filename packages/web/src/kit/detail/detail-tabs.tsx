import { Suspense, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { ListSkeleton } from '../list/list-states.tsx'

export interface DetailTab {
  key: string
  label: string
  content: ReactNode
}

interface DetailTabsProps {
  tabs: readonly DetailTab[]
  open: string
  onOpen: (key: string) => void
}

/**
 * Tabs following the WAI-ARIA pattern: arrows, Home and End move between them. On a narrow screen the bar scrolls. antd's own tabs
 * put a menu button into the tab list there, which is not a tab.
 */
export const DetailTabs = ({ tabs, open, onOpen }: DetailTabsProps) => {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a narrow screen, the open tab may be beyond the edge.
    bar.current?.querySelector(`[data-key="${open}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  const index = tabs.findIndex(({ key }) => key === open)

  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }
    const next = tabs[steps[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onOpen(next.key)
    bar.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }

  return (
    <>
      <div ref={bar} role="tablist" className="ew-tab-bar">
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            data-key={key}
            aria-selected={key === open}
            aria-controls={`${id}panel`}
            tabIndex={key === open ? 0 : -1}
            onClick={() => onOpen(key)}
            onKeyDown={move}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${open}`} tabIndex={0}>
        <Suspense fallback={<ListSkeleton rows={8} />}>{tabs[index]?.content}</Suspense>
      </div>
    </>
  )
}
