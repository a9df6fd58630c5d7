import { expect, test } from 'vitest'
import { contrast } from '../theme/contrast.ts'
import { dark, light, type Palette } from '../theme/palette.ts'
import { alarmTone, looks, type Look, type Tone } from './status-looks.ts'

test.each([
  ['unconfirmed', 'fire', false, 'fire'],
  ['confirmed', 'fire', false, 'fault'],
  ['cleared', 'fire', false, 'neutral'],
  ['misreport', 'fire', false, 'neutral'],
  ['unconfirmed', 'warning', false, 'fault'],
  ['unconfirmed', 'fire', true, 'fault'],
])('an alarm that is %s, of level %s, on test: %s, is %s', (state, level, onTest, tone) => {
  expect(alarmTone({ state, level, test: onTest })).toBe(tone)
})

test('red stands for fire alone', () => {
  const red = Object.entries(looks).flatMap(([name, values]) =>
    Object.entries(values).flatMap(([value, look]) => (look.tone === 'fire' ? [`${name}.${value}`] : [])),
  )
  expect(red).toEqual(['alarmLevel.fire', 'alarmState.unconfirmed', 'deviceStatus.alarm'])
})

test('priorities are outlined and states are not; what is done steps back', () => {
  const all = (name: keyof typeof looks): Look[] => Object.values(looks[name] ?? {})
  expect(all('orderPriority').every(({ outline }) => outline)).toBe(true)
  expect(all('orderStatus').some(({ outline }) => outline)).toBe(false)
  expect(
    [looks.orderStatus?.['complete'], looks.alarmState?.['cleared'], looks.faultState?.['solved']].map((look) => look?.tone),
  ).toEqual(['neutral', 'neutral', 'neutral'])
})

test('no two values of a state look the same but for their colour', () => {
  for (const name of ['alarmState', 'orderPriority', 'alarmLevel'] as const) {
    const shapes = Object.values(looks[name] ?? {}).map(({ shape }) => shape)
    expect(new Set(shapes).size).toBe(shapes.length)
  }
})

const tones: readonly Tone[] = ['fire', 'fault', 'normal', 'info', 'neutral']
test.each([
  ['light', light],
  ['dark', dark],
] as const)('every tone is readable on its own ground and on the page, %s', (_mode, palette: Palette) => {
  for (const tone of tones)
    for (const ground of [palette[`${tone}Soft`], palette.surface, palette.raised])
      expect(contrast(palette[tone], ground), `${tone} on ${ground}`).toBeGreaterThanOrEqual(4.5)
})
