import { useLayoutEffect, useRef } from 'react'

/** For this long (ms) after something has moved, a click at its place was aimed at what stood there before. */
const steadyAfterMs = 600
const animationId = 'moved'

/**
 * Lets clicks, taps and the pointer pass through an element that has just moved or changed. An animation needs no timer, and no state
 * that would render the rows again.
 */
export const ignoreClicks = (element: Element): void => {
  element.animate({ pointerEvents: ['none', 'none'] }, { id: animationId, duration: steadyAfterMs })
}

/** Whether the element, or something around it, has moved just now: a key pressed meanwhile may be meant for another row. */
export const hasJustMoved = (element: Element | null): boolean => {
  for (let at = element; at !== null; at = at.parentElement)
    if (at.getAnimations().some(({ id }) => id === animationId)) return true
  return false
}

/** For an element with buttons: when others take their places, a second click on the same spot does not press them. */
export const useSteady = <E extends Element>(shown: string) => {
  const element = useRef<E>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== shown && element.current) ignoreClicks(element.current)
    before.current = shown
  }, [shown])
  return element
}
