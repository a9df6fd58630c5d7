/** What the desk's keys do to the alarm in focus, in the list, on its page, or in the queue. */
export type RowKey = 'confirm' | 'deal' | 'misreport' | 'take' | 'assign' | 'comment' | 'repair'
export type KeyAction = RowKey | 'next' | 'previous' | 'help' | 'mute' | 'queue' | `view${1 | 2 | 3 | 4 | 5 | 6}`

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'> & {
  readonly target: EventTarget | { closest(selectors: string): unknown } | null
}

/** In these elements, keys are for typing, choosing or answering, not shortcuts. */
const taken = 'input, textarea, select, [contenteditable="true"], [role=combobox], [role=listbox], [role=menu], [role=dialog]'

const keys: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  k: 'previous',
  c: 'confirm',
  d: 'deal',
  f: 'misreport',
  t: 'take',
  a: 'assign',
  n: 'comment',
  r: 'repair',
  m: 'mute',
  q: 'queue',
  '1': 'view1',
  '2': 'view2',
  '3': 'view3',
  '4': 'view4',
  '5': 'view5',
  '6': 'view6',
  '?': 'help',
}
/** These keys also scroll the page, so they only count if the focus is in the list. */
const arrows: Readonly<Record<string, KeyAction>> = { ArrowDown: 'next', ArrowUp: 'previous' }

const moves: ReadonlySet<KeyAction | undefined> = new Set(['next', 'previous'])

/** The action of a key on the alarm list or an alarm's page, or undefined. Enter opens a row by itself: the focus is on its link. */
export const keyAction = ({ key, target, ...pressed }: Pressed, inList: boolean): KeyAction | undefined => {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return undefined
  if (target !== null && 'closest' in target && target.closest(taken) !== null) return undefined
  const action = keys[key.toLowerCase()] ?? (inList ? arrows[key] : undefined)
  // A held key keeps moving, but does not confirm a second alarm.
  return pressed.repeat && !moves.has(action) ? undefined : action
}
