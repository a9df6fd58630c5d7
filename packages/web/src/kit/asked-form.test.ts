import { expect, test } from 'vitest'
import { asksForNew } from './asked-form.ts'
import type { Search } from './search-params.ts'

test.each<[Search, boolean]>([
  [{ create: '1' }, true],
  [{ create: '1', tab: 'providers' }, true],
  [{}, false],
  // The forms of these pages read what else is in the address: a second, empty one would cover theirs.
  [{ create: '1', forProject: '7', about: 'Smoke' }, false],
  [{ create: '1', id: '3' }, false],
])('%j asks for the form of a new row: %s', (search, asks) => expect(asksForNew(search)).toBe(asks))
