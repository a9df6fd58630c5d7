export type KeyAction = 'next' | 'previous' | 'confirm' | 'help'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'> & {
  readonly target: EventTarget | { closest(selectors: string): unknown } | null
}

/** In these, keys are for typing, choosing or answering, not shortcuts. */
const taken = 'input, textarea, select, [contenteditable="true"], [role=combobox], [role=listbox], [role=menu], [role=dialog]'

const keys: Readonly<Record<string, KeyAction>> = { j: 'next', k: 'previous', c: 'confirm', '?': 'help' }
/** These also scroll the page, so they only count if the focus is in the list. */
const arrows: Readonly<Record<string, KeyAction>> = { ArrowDown: 'next', ArrowUp: 'previous' }

/** The action of a key on the alarm list, or undefined. Enter opens a row by itself: the focus is on its link. */
export const keyAction = ({ key, target, ...pressed }: Pressed, inList: boolean): KeyAction | undefined => {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return undefined
  if (target !== null && 'closest' in target && target.closest(taken) !== null) return undefined
  const action = keys[key.toLowerCase()] ?? (inList ? arrows[key] : undefined)
  // A held key keeps moving, but does not confirm a second alarm.
  return pressed.repeat && action === 'confirm' ? undefined : action
}
