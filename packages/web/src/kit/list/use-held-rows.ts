import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { idOf } from './row-id.ts'

interface Hold<Row> {
  readonly question: string
  readonly rows: readonly Row[]
}

/** The held rows with their latest values, and how the list has changed meanwhile. */
export const mergeHeldRows = <Row extends object>(held: readonly Row[], latest: readonly Row[]) => {
  const now = new Map(latest.map((row) => [idOf(row), row]))
  const before = new Set(held.map(idOf))
  const rows = held.map((row) => now.get(idOf(row)) ?? row)
  return {
    rows: rows.every((row, index) => row === held[index]) ? held : rows,
    fresh: latest.filter((row) => !before.has(idOf(row))).length,
    gone: new Set([...before].filter((id) => !now.has(id))),
  }
}

/** A pointer that has been still for this long (ms) does not belong to somebody about to click. */
const idleAfterMs = 20_000
const checkIntervalMs = 2_000

/**
 * Keeps rows in place while somebody is working in the list: the pointer moves over it, or the keyboard focus is in it. Changes
 * wait until the user leaves or asks for them, so that no click hits the wrong row.
 * @param question the query of the list; rows are not held across different queries
 * @param settled whether `latest` is already the answer to it
 */
export const useHeldRows = <Row extends object>(question: string, latest: readonly Row[], settled: boolean) => {
  const [hold, setHold] = useState<Hold<Row> | null>(null)
  const at = useRef({ pointer: false, focus: false, movedAt: 0 })
  const held = hold !== null && hold.question === question && settled ? hold : null

  const update = () => {
    const { pointer, focus } = at.current
    if (!pointer && !focus) setHold(null)
    else setHold((old) => (old?.question === question ? old : { question, rows: latest }))
  }
  useEffect(() => {
    if (!hold) return
    const timer = setInterval(() => {
      if (!at.current.pointer || performance.now() - at.current.movedAt < idleAfterMs) return
      at.current.pointer = false
      if (!at.current.focus) setHold(null)
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }, [hold])

  const region = {
    onPointerMove: () => {
      at.current.movedAt = performance.now()
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
      update()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
      at.current.focus = false
      update()
    },
  }
  const { rows, fresh, gone } = held ? mergeHeldRows(held.rows, latest) : { rows: latest, fresh: 0, gone: new Set<number>() }
  /** Shows the changes to a user who stays in the list. */
  const release = () => setHold({ question, rows: latest })
  return { rows, fresh, gone, release, region }
}
