/** In these elements "/" is a character, or belongs to what is open above the page. */
const taken = 'input, textarea, select, [contenteditable="true"], [role=combobox], [role=dialog], [role=menu]'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> & {
  readonly target: EventTarget | { closest(selectors: string): unknown } | null
}

/** "/" goes to the search of a list, as in most tools that are used with the keyboard. */
export const isSearchKey = ({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: Pressed): boolean =>
  key === '/' &&
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target !== null && 'closest' in target && target.closest(taken) !== null)
