import { expect, test } from 'vitest'
import { isSearchKey } from './search-key.ts'

const pressed = (more: object = {}) =>
  isSearchKey({ key: '/', ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, target: null, ...more })
/** The target of a key inside what matches one of the selectors. */
const inside = (kind: string) => ({ closest: (selectors: string) => (selectors.split(', ').includes(kind) ? {} : null) })

test('“/” goes to the search, but not while somebody types, or from a dialog or menu', () => {
  expect(pressed()).toBe(true)
  expect(pressed({ target: inside('table') })).toBe(true)
  for (const kind of ['input', 'textarea', '[role=combobox]', '[role=dialog]', '[role=menu]'])
    expect([kind, pressed({ target: inside(kind) })]).toEqual([kind, false])
})

test('nor is another key, a browser’s own shortcut, or a key that something else has used', () => {
  for (const more of [{ key: '?' }, { ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }])
    expect([more, pressed(more)]).toEqual([more, false])
})
