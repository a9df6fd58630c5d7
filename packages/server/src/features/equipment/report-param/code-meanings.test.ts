import { describe, expect, test } from 'vitest'
import { CodeMeanings, mayHideAlarm, type CodeRow } from './code-meanings.ts'

const row = (code: string, more: Partial<CodeRow> = {}): CodeRow => ({
  format: 'EW',
  code,
  type: 'alarm',
  restores_code: null,
  fault_type_id: null,
  notify: true,
  merge_window_s: 0,
  enabled: true,
  alarm_type_id: 1,
  level: 'fire',
  name_zh: '火警',
  name_en: 'Fire',
  acknowledge_s: 90,
  ...more,
})
const meanings = (...rows: CodeRow[]) => new CodeMeanings(rows, [{ id: 7, code: 'unknownCode' }])
const raisedAsUnknown = { type: null, alarm: null, faultTypeId: 7 }

describe('what a code means', () => {
  // By the rules of its format, `tamper` is not an alarm. Once disabled, these rules alone would drop an alarm with that code.
  test.each([
    ['EW', 'tamper'],
    ['ew', ' TAMPER '],
    [null, 'tamper'],
  ])('an alarm that is switched off is raised as an unknown code (%s %s)', (format, code) => {
    expect(meanings(row('tamper', { enabled: false })).find(format, code)).toMatchObject(raisedAsUnknown)
    expect(meanings().find('EW', 'tamper')).toBeUndefined()
  })
  test('a disabled fault code follows the rules of its format', () => {
    const fault = { type: 'fault', alarm_type_id: null, level: null, fault_type_id: 3, enabled: false } as const
    expect(meanings(row('tamper', fault)).find('EW', 'tamper')).toBeUndefined()
    expect(meanings(row('blaze', fault)).find('EW', 'blaze')).toMatchObject(raisedAsUnknown)
  })

  test('what no other code ends has no restore', () => {
    const restore = (code: string, of: string, more: Partial<CodeRow> = {}) =>
      row(code, { type: 'restore', restores_code: of, ...more })
    const has = (codes: CodeMeanings, format: string, code: string) => codes.find(format, code)?.hasRestore
    const ended = meanings(
      row('blaze'),
      row('smoke'),
      restore('clear', 'blaze'),
      restore('restore:smoke', 'smoke', { enabled: false }),
    )
    expect(has(ended, 'EW', 'Blaze')).toBe(true)
    // Nobody is told by a code that is switched off.
    expect(has(ended, 'EW', 'smoke')).toBe(false)
    const cid = { format: 'CID' } as const
    const status = meanings(row('1110', cid), row('6110', cid), row('6120', cid), restore('3110', '1110', cid))
    expect(['1110', '6110', '6120'].map((code) => has(status, 'CID', code))).toEqual([true, true, false])
    const gb = { format: 'GB26875' } as const
    const all = meanings(row('component/*/fire', gb), restore('restore:component/*/fire', 'component/*/fire', gb))
    expect(has(all, 'GB26875', 'component/200/fire')).toBe(true)
  })

  describe('with a general code', () => {
    const gb = (code: string, more: Partial<CodeRow> = {}) => row(code, { format: 'GB26875', ...more })
    const ofAll = gb('component/*/fire', { alarm_type_id: 2 })
    const find = (code: string, ...rows: CodeRow[]) => meanings(ofAll, ...rows).find('gb26875', code)

    test('what has none of its own has its meaning, under the code that was sent', () => {
      expect(find('component/200/fire')).toMatchObject({ format: 'GB26875', code: 'component/200/fire', alarm: { id: 2 } })
      expect(find(' Component/200/FIRE ')).toMatchObject({ alarm: { id: 2 } })
    })
    test('a meaning of its own comes first, however it is written', () => {
      expect(find('component/40/fire', gb('component/40/fire'))).toMatchObject({ alarm: { id: 1 } })
      expect(find('COMPONENT/40/fire', gb('component/40/fire'))).toMatchObject({ alarm: { id: 1 } })
    })
    test('an alarm that is switched off is raised as an unknown code, whether itself or for all', () => {
      const off = { enabled: false }
      expect(find('component/40/fire', gb('component/40/fire', off))).toMatchObject(raisedAsUnknown)
      const shielded = gb('component/*/shielded', off)
      expect(meanings(shielded).find('GB26875', 'component/40/shielded')).toMatchObject(raisedAsUnknown)
      expect(meanings().find('GB26875', 'component/40/shielded')).toBeUndefined()
    })
  })
})

test.each([
  ['12 mA', false],
  ['blaze', true],
])('"%s" in what cannot be read may be an alarm: %s', (text, expected) => {
  const codes = meanings(row('MA', { format: 'SIA' }), row('blaze'))
  expect(mayHideAlarm(codes, { payload: Buffer.from(`{"x": "${text}"`), rows: [], isReport: false })).toBe(expected)
})
