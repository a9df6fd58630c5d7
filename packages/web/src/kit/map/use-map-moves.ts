import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { moved, zoomed, type Flat, type Size, type View } from './projection.ts'

interface Moves {
  readonly box: RefObject<HTMLDivElement | null>
  readonly view: View
  readonly size: Size
  readonly setView: (view: View) => void
  /** A click, or Enter for the centre. */
  readonly onPick?: ((pixel: Flat) => void) | undefined
}

/** A pointer that moved less than this is a click (px). */
const clickPixels = 5
const keyStep = 80
const keySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

/** Drag, pinch, wheel and keys move the map. The wheel only works while the map has the focus or with Ctrl, so that pages still scroll. */
export const useMapMoves = ({ box, view, size, setView, onPick }: Moves) => {
  const pointers = useRef(new Map<number, Flat>())
  const travelled = useRef(0)

  const pixelIn = ({ clientX, clientY }: { clientX: number; clientY: number }): Flat => {
    const { left, top } = box.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: clientX - left, y: clientY - top }
  }

  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !box.current?.contains(document.activeElement)) return
    event.preventDefault()
    setView(zoomed(view, -Math.sign(event.deltaY) * 0.5, size, pixelIn(event)))
  })
  useEffect(() => {
    const element = box.current
    // React's wheel listeners are passive and cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => turn(event)
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [box])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if ((event.target as Element).closest('button, a')) return
    if (pointers.current.size === 0) travelled.current = 0
    pointers.current.set(event.pointerId, pixelIn(event))
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pixelIn(event)
    travelled.current += Math.hypot(now.x - before.x, now.y - before.y)
    if (travelled.current <= clickPixels) return
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) return setView(moved(view, before.x - now.x, before.y - now.y))
    const spread = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
    setView(zoomed(view, Math.log2(Math.max(0.1, spread)), size, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }))
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const wasDown = pointers.current.delete(event.pointerId)
    if (wasDown && travelled.current <= clickPixels) onPick?.(pixelIn(event))
  }
  const onPointerCancel = (event: PointerEvent<HTMLDivElement>) => void pointers.current.delete(event.pointerId)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    const step = keySteps[event.key]
    const by = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0
    if (step) setView(moved(view, ...step))
    else if (by !== 0) setView(zoomed(view, by, size))
    else if (event.key === 'Enter' && onPick) onPick({ x: size.width / 2, y: size.height / 2 })
    else return
    event.preventDefault()
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown }
}
