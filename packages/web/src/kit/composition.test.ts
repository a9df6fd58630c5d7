import { expect, test } from 'vitest'
import { guardComposition } from './composition.ts'

/** Sends keys to a page, and returns how many of them its handlers got and whether the last one may submit a form. */
const onPage = () => {
  const page = new EventTarget()
  let handled = 0
  guardComposition(page as unknown as Window)
  page.addEventListener('keydown', () => handled++)
  const send = (type: string, timeStamp: number, init: Partial<KeyboardEvent> = {}) => {
    const event = new Event(type, { cancelable: true })
    for (const [name, value] of Object.entries({ key: 'Enter', keyCode: 13, isComposing: false, ...init, timeStamp }))
      Object.defineProperty(event, name, { value })
    page.dispatchEvent(event)
    return { handled, submits: !event.defaultPrevented }
  }
  return send
}

test('an Enter that ends a composition reaches no handler, in the order of most browsers', () => {
  const send = onPage()
  expect(send('keydown', 1_000, { isComposing: true, keyCode: 229 })).toEqual({ handled: 0, submits: true })
  send('compositionend', 1_001)
  expect(send('keydown', 2_000)).toEqual({ handled: 1, submits: true })
})

test.each([229, 13])('in the order of Safari it submits nothing either (keyCode %d)', (keyCode) => {
  const send = onPage()
  send('compositionend', 1_000)
  expect(send('keydown', 1_002, { keyCode })).toEqual({ handled: 0, submits: false })
  expect(send('keydown', 1_400)).toEqual({ handled: 1, submits: true })
})

test('neither closes an Escape that leaves the composition a dialog, nor moves an arrow that chooses in it a list', () => {
  const send = onPage()
  for (const key of ['Escape', 'ArrowDown'])
    expect(send('keydown', 1, { key, isComposing: true, keyCode: 229 })).toEqual({ handled: 0, submits: true })
})

test('other keys, and an Enter without a composition, are left alone', () => {
  const send = onPage()
  expect(send('keydown', 1)).toEqual({ handled: 1, submits: true })
  expect(send('keydown', 2, { key: 'a', isComposing: true, keyCode: 229 })).toEqual({ handled: 2, submits: true })
  expect(send('keydown', 3, { key: 'Escape' })).toEqual({ handled: 3, submits: true })
})
