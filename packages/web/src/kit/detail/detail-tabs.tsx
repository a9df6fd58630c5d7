import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { Suspense, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '../list/list-states.tsx'
import { splitTabs } from './shown-tabs.ts'

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
 * Tabs following the WAI-ARIA pattern: arrows, Home and End move between them. Those that are too many are behind "More" beside the
 * list of tabs. On a narrow screen the bar scrolls. antd's own tabs put a menu button into the tab list there, which is not a tab.
 */
export const DetailTabs = ({ tabs, open, onOpen }: DetailTabsProps) => {
  const { t } = useTranslation('kit')
  const id = useId()
  const { bar: shown, more } = splitTabs(tabs, open)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a narrow screen, the open tab may be beyond the edge.
    bar.current?.querySelector(`[data-key="${open}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  const index = shown.findIndex(({ key }) => key === open)

  const move = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }
    const next = shown[steps[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onOpen(next.key)
    bar.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }

  return (
    <>
      <div ref={bar} className="ew-tab-bar">
        <div role="tablist">
          {shown.map(({ key, label }) => (
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
        {more.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              'aria-label': t(($) => $.more),
              items: more.map(({ key, label }) => ({ key, label })),
              onClick: ({ key }) => onOpen(key),
            }}
          >
            <button type="button" className="ew-tab-more">
              {t(($) => $.more)} <DownOutlined aria-hidden />
            </button>
          </Dropdown>
        )}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${open}`} tabIndex={0}>
        <Suspense fallback={<ListSkeleton rows={8} />}>{shown[index]?.content}</Suspense>
      </div>
    </>
  )
}
