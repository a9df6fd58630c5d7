export type KeyAction = 'next' | 'previous' | 'confirm' | 'help'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'> & {
  readonly target: EventTarget | { closest(selectors: string): unknown } | null
}

/** Whoever is there types, chooses or answers, and means no key of the desk. */
const taken = 'input, textarea, select, [contenteditable="true"], [role=combobox], [role=listbox], [role=menu], [role=dialog]'

const keys: Readonly<Record<string, KeyAction>> = { j: 'next', k: 'previous', c: 'confirm', '?': 'help' }
/** They scroll the page as well, and so count only for whoever is in the list already. */
const arrows: Readonly<Record<string, KeyAction>> = { ArrowDown: 'next', ArrowUp: 'previous' }

/** What a key means on the alarm list; undefined when it means nothing there. Enter opens a row by itself: the focus is on its link. */
export const keyAction = ({ key, target, ...pressed }: Pressed, inList: boolean): KeyAction | undefined => {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return undefined
  if (target !== null && 'closest' in target && target.closest(taken) !== null) return undefined
  const action = keys[key.toLowerCase()] ?? (inList ? arrows[key] : undefined)
  // A key held down walks on, and confirms no second alarm.
  return pressed.repeat && action === 'confirm' ? undefined : action
}
