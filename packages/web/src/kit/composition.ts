/** Keys that choose, confirm or leave what is being composed. */
const ofComposition: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
/** Keys that end a composition arrive within this time after its end (ms). Nobody types a second Enter as fast. */
const endingWithin = 50
/** What browsers report as `keyCode` for a key that the input method has handled. */
const handledByInputMethod = 229

/**
 * The Enter that ends a composition (Chinese, Japanese or Korean input) belongs to the input method, as do the other keys while it
 * lasts: no handler of the page and no form gets them. Most browsers send that Enter during the composition, Safari after its end.
 */
export const guardComposition = (page: Pick<Window, 'addEventListener'>): void => {
  let endedAt = Number.NEGATIVE_INFINITY
  page.addEventListener('compositionend', ({ timeStamp }) => void (endedAt = timeStamp), true)
  page.addEventListener(
    'keydown',
    (event) => {
      if (!ofComposition.has(event.key)) return
      const isEnding =
        event.keyCode === handledByInputMethod || (event.key === 'Enter' && event.timeStamp - endedAt < endingWithin)
      if (!event.isComposing && !isEnding) return
      event.stopImmediatePropagation()
      // During a composition the input method still needs it; afterwards it would submit the form.
      if (!event.isComposing) event.preventDefault()
    },
    true,
  )
}
