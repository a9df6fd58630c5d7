import { expect, test, vi } from 'vitest'
import { texts as en } from './gateway.en.ts'

vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (select: (texts: typeof en) => string, values: Readonly<Record<string, string>>) =>
      select(en).replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? ''),
  }),
}))

test('a place behind a transmitter is put in words, with the type of its system unless that is a fire alarm system', async () => {
  const { useLinkPlace } = await import('./link-place.ts')
  const place = useLinkPlace()
  expect(place('GB26875', '1')).toBe('system 1')
  expect(place('GB26875', '1-2-37')).toBe('system 1, loop 2, point 37')
  expect(place('GB26875', 'gb26875:140/t12-1-2-37')).toBe('system 1, loop 2, point 37 (system type 12)')
  expect(place('GB26875', 't10-1')).toBe('system 1 (system type 10)')
  for (const code of [null, 'SD-0001', 't12', '1-2', 'x12-1-2-37']) expect(place('GB26875', code), String(code)).toBeUndefined()
  expect(place('SIA', '1-012')).toBeUndefined()
})
