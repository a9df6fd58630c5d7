import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { idOf } from './row-id.ts'

interface Hold<Row> {
  readonly question: string
  readonly rows: readonly Row[]
}

/** The rows of a hold, each as it is known now, and how the list has gone on without them. */
export const comparedWith = <Row extends object>(held: readonly Row[], latest: readonly Row[]) => {
  const now = new Map(latest.map((row) => [idOf(row), row]))
  const before = new Set(held.map(idOf))
  const rows = held.map((row) => now.get(idOf(row)) ?? row)
  return {
    rows: rows.every((row, index) => row === held[index]) ? held : rows,
    fresh: latest.filter((row) => !before.has(idOf(row))).length,
    gone: new Set([...before].filter((id) => !now.has(id))),
  }
}

/** A pointer that has lain still for so long belongs to nobody who is about to click. */
const idleAfter = 20_000
const lookEvery = 2_000

/**
 * Keeps rows where they are while a person is at them: the pointer moves over the list, or the keyboard's focus is in it. What has come meanwhile waits
 * until they leave or ask for it, so that no click lands on another row than it was meant for.
 * @param question what the list was asked; to another one there is nothing to hold
 * @param settled whether `latest` is the answer to it, and not yet that to the one before
 */
export const useHeldRows = <Row extends object>(question: string, latest: readonly Row[], settled: boolean) => {
  const [hold, setHold] = useState<Hold<Row> | null>(null)
  const at = useRef({ pointer: false, focus: false, movedAt: 0 })
  const held = hold !== null && hold.question === question && settled ? hold : null

  const look = () => {
    const { pointer, focus } = at.current
    if (!pointer && !focus) setHold(null)
    else setHold((old) => (old?.question === question ? old : { question, rows: latest }))
  }
  useEffect(() => {
    if (!hold) return
    const timer = setInterval(() => {
      if (!at.current.pointer || performance.now() - at.current.movedAt < idleAfter) return
      at.current.pointer = false
      if (!at.current.focus) setHold(null)
    }, lookEvery)
    return () => clearInterval(timer)
  }, [hold])

  const region = {
    onPointerMove: () => {
      at.current.movedAt = performance.now()
      if (at.current.pointer && held) return
      at.current.pointer = true
      look()
    },
    onPointerLeave: () => {
      at.current.pointer = false
      look()
    },
    onFocus: ({ target }: FocusEvent) => {
      at.current.focus = target.matches(':focus-visible')
      look()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
      at.current.focus = false
      look()
    },
  }
  const { rows, fresh, gone } = held ? comparedWith(held.rows, latest) : { rows: latest, fresh: 0, gone: new Set<number>() }
  /** Lets what has come in, for whoever stays. */
  const release = () => setHold({ question, rows: latest })
  return { rows, fresh, gone, release, region }
}
