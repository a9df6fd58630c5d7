import { useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type SyntheticEvent } from 'react'

/**
 * What is typed into a date picker, once it is complete: at Enter, or when the field is left. antd forgets without a word what it
 * cannot read, and only takes the first day of a range when the second has been chosen as well.
 * @param onTyped `index`: which input of a range. Returns whether it could be read; if not, Enter does nothing else
 */
export const useTyped = (onTyped: (text: string, index: number) => boolean) => {
  const typed = useRef(new Map<EventTarget, string>())
  const take = ({ target, currentTarget }: SyntheticEvent<HTMLElement>): boolean => {
    const text = typed.current.get(target)
    if (text === undefined) return true
    typed.current.delete(target)
    return onTyped(text.trim(), [...currentTarget.querySelectorAll('input')].indexOf(target as HTMLInputElement))
  }
  return {
    /** Of the element around the picker. Events of its pop-up arrive here too, but nothing is typed there. */
    around: {
      onInputCapture: ({ target }: FormEvent<HTMLElement>) => {
        if (target instanceof HTMLInputElement) typed.current.set(target, target.value)
      },
      onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Escape') typed.current.clear()
        if (event.key === 'Enter' && !take(event)) event.preventDefault()
      },
      onBlurCapture: (event: FocusEvent<HTMLElement>) => {
        // A day is about to be picked instead.
        if (!event.relatedTarget?.closest('.ant-picker-dropdown')) take(event)
      },
    },
    /** A value was picked: what was typed before no longer counts. */
    forget: () => typed.current.clear(),
  }
}

/** What a picker shows: the value, or the last one while the value is text that could not be read, which stays in its input. */
export const usePicked = (value: string | undefined, isValue: (value: string) => boolean): string | undefined => {
  const [picked, setPicked] = useState(value)
  const shown = !value || isValue(value) ? value : picked
  if (shown !== picked) setPicked(shown)
  return shown
}
