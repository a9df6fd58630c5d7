import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'
import { ignoreClicks } from '../steady.ts'
import { boundRows, enterRows, mergeHeldRows, movedKeys, stillAtWork, type OffPage } from './held-rows.ts'

interface Hold<Row> {
  readonly question: string
  readonly rows: readonly Row[]
}

interface LiveRows<Row> {
  /** The query of the list; rows are not held across different queries. */
  readonly question: string
  readonly latest: readonly Row[]
  /** Whether `latest` is already the answer to it. */
  readonly settled?: boolean
  readonly keyOf: (row: Row) => string
  /** Rows that never wait: fires. */
  readonly entersAtOnce?: ((row: Row) => boolean) | undefined
}

const checkIntervalMs = 2_000

const rowAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/** Whether the keyboard is at something that can be seen, in the list or in a menu of one of its rows. */
const hasFocus = (list: Element | null): boolean => {
  const { activeElement: at } = document
  if (list === null || at === null || !at.checkVisibility({ visibilityProperty: true })) return false
  return list.contains(at) || at.closest('#popups') !== null
}

/**
 * Keeps rows in place while somebody is working in the list: the pointer moves over it, or the keyboard focus is in it. Changes
 * wait until the user leaves or asks for them, so that no click hits the wrong row. Rows that had to move nevertheless, because a
 * fire has come or nobody was there, cannot be clicked at once.
 *
 * The element with `region` contains one with `data-rows`, and in it each row has its key in `data-row`.
 */
export const useHeldRows = <Row>({ question, latest, settled = true, keyOf, entersAtOnce }: LiveRows<Row>) => {
  const [hold, setHold] = useState<Hold<Row> | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const at = useRef<{ pointer: boolean; focus: boolean; movedAt: number; row: string | undefined }>({
    pointer: false,
    focus: false,
    movedAt: 0,
    row: undefined,
  })
  const held = hold !== null && hold.question === question && settled ? hold.rows : null

  const update = () => {
    const { pointer, focus } = at.current
    if (!pointer && !focus) setHold(null)
    else setHold((old) => (old?.question === question ? old : { question, rows: latest }))
  }
  useEffect(() => {
    if (!hold) return
    const timer = setInterval(() => {
      Object.assign(at.current, stillAtWork(at.current, performance.now(), hasFocus(box.current)))
      if (!at.current.pointer && !at.current.focus) setHold(null)
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }, [hold])

  // Before anything is painted.
  useLayoutEffect(() => {
    if (!held || !entersAtOnce) return
    const before = new Set(held.map(keyOf))
    const entering = latest.filter((row) => entersAtOnce(row) && !before.has(keyOf(row)))
    if (entering.length === 0) return
    const rows = enterRows(held, entering, keyOf, at.current.row)
    setHold({ question, rows: boundRows(rows, latest, keyOf, at.current.row) })
  }, [question, latest, held, keyOf, entersAtOnce])

  const shown = (held ?? latest).map(keyOf)
  const drawn = useRef({ question, settled, shown })
  useLayoutEffect(() => {
    const before = drawn.current
    drawn.current = { question, settled, shown }
    // The answer to another question is what the user has asked for.
    if (!settled || !before.settled || before.question !== question) return
    const moved = new Set(movedKeys(before.shown, shown))
    const rows = moved.size > 0 || before.shown.length !== shown.length ? box.current?.querySelector('[data-rows]') : null
    if (!rows) return
    if (!held) return ignoreClicks(rows)
    for (const row of rows.querySelectorAll<HTMLElement>('[data-row]')) if (moved.has(row.dataset['row'] ?? '')) ignoreClicks(row)
  })

  const region = {
    ref: box,
    onPointerMove: ({ target }: PointerEvent) => {
      at.current.movedAt = performance.now()
      at.current.row = rowAt(target) ?? at.current.row
      if (at.current.pointer && held) return
      at.current.pointer = true
      update()
    },
    onPointerLeave: () => {
      at.current.pointer = false
      update()
    },
    onFocus: ({ target }: FocusEvent) => {
      at.current.focus = target.matches(':focus-visible')
      if (at.current.focus) at.current.row = rowAt(target)
      update()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
      at.current.focus = false
      update()
    },
  }
  const merge = (offPage: OffPage<Row>) =>
    held ? mergeHeldRows(held, latest, keyOf, offPage) : { rows: latest, fresh: 0, gone: new Set<string>() }
  /** Shows the changes to a user who stays in the list. */
  const release = () => setHold({ question, rows: latest })
  return { held, merge, release, region }
}
