import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { kit } from '../../i18n/en/kit.ts'
import type { Chart as ChartOf, ChartData } from './chart.tsx'
import { ShareBar, Sparkline } from './sparkline.tsx'

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (pick: (all: typeof kit) => string) => pick(kit) }),
}))

let Chart: typeof ChartOf

beforeAll(async () => {
  // What a chart imports looks at its page at once.
  vi.stubGlobal('document', { baseURI: 'http://fire.example.com/', documentElement: { dataset: {} }, addEventListener: () => {} })
  vi.stubGlobal('navigator', { language: 'en', languages: ['en'] })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('localStorage', undefined)
  vi.resetModules()
  ;({ Chart } = await import('./chart.tsx'))
})
afterAll(() => vi.unstubAllGlobals())

const chart = (data: Partial<ChartData>): string =>
  renderToStaticMarkup(
    createElement(Chart, { title: 'Alarms', category: 'Day', kind: 'columns', categories: ['Mon', 'Tue'], series: [], ...data }),
  )

test('a single known value is a number and no chart; none at all is said', () => {
  const one = chart({ series: [{ name: 'False', values: [null, 12.5] }], unit: ' %' })
  expect(one).toMatch(/<dt>Tue<\/dt><dd>12.5 %<\/dd>/)
  expect(one).not.toContain('ew-chart-canvas')
  const two = chart({
    series: [
      { name: 'False', values: [null, 3] },
      { name: 'Real', values: [null, 0] },
    ],
  })
  expect(two).toMatch(/<dt>False<\/dt><dd>3<\/dd>.*<dt>Real<\/dt><dd>0<\/dd>.*Tue/)
  expect(chart({ series: [{ name: 'False', values: [null, null] }] })).toContain(kit.chart.empty)
  expect(chart({ series: [{ name: 'False', values: [1, 2] }] })).not.toContain('ew-chart-single')
})

const spark = (values: Parameters<typeof Sparkline>[0]['values'], kind: 'columns' | 'line'): string =>
  renderToStaticMarkup(createElement(Sparkline, { label: 'Alarms of 30 days', values, kind }))

test('a course has a column for each day, and a gap where nothing is known; until it is read, only its room', () => {
  const counts = spark([0, 4, 2], 'columns')
  expect(counts.match(/<rect/g)).toHaveLength(3)
  expect(counts).toMatch(/role="img" aria-label="Alarms of 30 days"/)
  const rates = spark([100, 50, null, 80, 90], 'line')
  expect(rates.match(/d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2)
  for (const unknown of [undefined, [null, null]]) {
    expect(spark(unknown, 'line')).toMatch(/^<svg class="ew-sparkline"[^>]*aria-hidden="true"[^>]*><\/svg>$/)
  }
})

test('a bar of shares leaves out what there is none of', () => {
  const parts = [
    { name: 'Online', count: 3, tone: 'normal' as const },
    { name: 'Fault', count: 0, tone: 'fault' as const },
  ]
  const bar = renderToStaticMarkup(createElement(ShareBar, { parts }))
  expect(bar).toContain('title="Online 3"')
  expect(bar).not.toContain('Fault')
})
