import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type Palette, dark, light } from '../../theme/palette.ts'

export interface ChartSeries {
  readonly name: string
  /** One for each category. Null: unknown, which is drawn as a gap and never as zero. */
  readonly values: readonly (number | null)[]
  /** For a series whose colour has a meaning: fire, fault, normal … */
  readonly tone?: keyof Palette
  /** Drawn as a line over columns, such as the period before. */
  readonly line?: true
}

export interface ChartData {
  /** Over time a line or columns; `stacked` columns for parts of a sum; `rows` for a ranking, the first on top. */
  readonly kind: 'line' | 'columns' | 'stacked' | 'rows'
  readonly categories: readonly string[]
  readonly series: readonly ChartSeries[]
  /** Written behind each number, such as “%”. */
  readonly unit?: string
}

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** Further colours for series that have no meaning. The palette's `info` is its `accent`. */
const further = { light: ['#0f766e', '#6442b3'], dark: ['#3fc8ba', '#bd9df9'] } as const

/** Without red, which is fire, and yellow, which is fault: a series of these takes its tone. */
const plain = (isDark: boolean): string[] => {
  const { accent, normal, danger, neutral } = isDark ? dark : light
  return [accent, normal, danger, neutral, ...(isDark ? further.dark : further.light)]
}

interface Font {
  readonly fontSize: number
  readonly fontFamily: string
}

/**
 * The font of the text around a chart, a little smaller; on a wall all of it is larger. By its name, because echarts measures texts with it
 * on a canvas, where nothing is inherited.
 */
const fontIn = (box: HTMLElement): Font => {
  const { fontSize, fontFamily } = getComputedStyle(box)
  return { fontSize: Math.round((Number.parseFloat(fontSize) * 12) / 14), fontFamily }
}

/** How wide a text is, nearly: a Chinese letter is as wide as it is high. */
const widthOf = (text: string, fontSize: number): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.56), 0) * fontSize

/** Whether a name can stand in this width, on several lines if need be, without a word being broken. Chinese breaks anywhere. */
export const standsIn = (name: string, width: number, fontSize: number): boolean =>
  name.split(/\s|(?<=[\u2e80-\uffff])/).every((word) => widthOf(word, fontSize) <= width)

/** How many lines a legend takes: its names with their icons, one after the other. */
const linesOf = (names: readonly string[], fontSize: number, width: number): number => {
  let [lines, used] = [1, 0]
  for (const name of names) {
    const own = widthOf(name, fontSize) + 1.8 * fontSize + 15
    if (used > 0 && used + own > width) [lines, used] = [lines + 1, 0]
    used += own
  }
  return lines
}

/** Days are so many and so alike that some may be left out; what has a name of its own is always named. */
const isDay = (name: string | undefined): boolean => /^(\d{4}-)?\d\d-\d\d$|^\d+$/.test(name ?? '')

/** How many steps of values there is room for: a number under every one, so that the distances are told and the axis begins with one. */
export const stepsIn = (room: number, fontSize: number): number => Math.min(5, Math.max(1, Math.floor(room / (4.5 * fontSize))))

/** echarts writes tooltips as HTML; a name may contain anything. */
const optionOf = (
  { kind, categories, series, unit = '' }: ChartData,
  isDark: boolean,
  { fontSize, fontFamily }: Font,
  width: number,
): EChartsCoreOption => {
  const palette = isDark ? dark : light
  const text = { color: palette.muted, fontFamily, fontSize }
  const lies = kind === 'rows'
  const isNamed = series.length > 1 || kind === 'stacked'
  const lines = isNamed
    ? linesOf(
        series.map(({ name }) => name),
        fontSize,
        width - 16,
      )
    : 0
  const widest = Math.max(...categories.map((name) => widthOf(name, fontSize)))
  const rowWidth = Math.ceil(Math.min(widest + 2, 14 * fontSize, width * 0.4))
  const slot = (width - 3.5 * fontSize) / Math.max(1, categories.length) - 4
  const names = {
    type: 'category',
    data: [...categories],
    inverse: lies,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.border } },
    axisLabel: {
      ...text,
      ...(lies
        ? { width: rowWidth, overflow: 'break', interval: 0 }
        : isDay(categories[0])
          ? { hideOverlap: true }
          : categories.every((name) => standsIn(name, slot, fontSize))
            ? { interval: 0, width: slot, overflow: 'break' }
            : { interval: 0, rotate: 30 }),
    },
  }
  const values = {
    type: 'value',
    minInterval: unit === '' ? 1 : 0,
    ...(lies ? { splitNumber: stepsIn(width - rowWidth - 32, fontSize) } : {}),
    axisLabel: { ...text, formatter: `{value}${unit}`, hideOverlap: true },
    splitLine: { lineStyle: { color: palette.border } },
  }
  return {
    animation: false,
    color: plain(isDark),
    textStyle: { fontFamily },
    grid: {
      left: 8,
      right: 16,
      top: fontSize * (lines === 0 ? 1 : 1.2 + 1.9 * lines),
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    // Without its name, the only part of a sum would not say what it is.
    legend: isNamed
      ? {
          top: 0,
          left: 0,
          data: series.map(({ name, line }) => (line ? { name, icon: 'circle' } : { name })),
          textStyle: { ...text, color: palette.text },
          icon: 'roundRect',
          itemWidth: 1.8 * fontSize,
          itemHeight: fontSize,
        }
      : { show: false },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: palette.raised,
      borderColor: palette.border,
      textStyle: { ...text, color: palette.text },
      axisPointer: { type: kind === 'line' ? 'line' : 'shadow' },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? `${value.toLocaleString()}${unit}` : '—'),
    },
    xAxis: lies ? values : names,
    yAxis: lies ? names : values,
    series: series.map(({ name, values: data, tone, line = false }) => ({
      name,
      data: [...data],
      type: kind === 'line' || line ? 'line' : 'bar',
      ...(kind === 'stacked' && !line && { stack: 'all' }),
      ...(tone !== undefined && { color: palette[tone] }),
      barMaxWidth: 2.3 * fontSize,
      ...(line && { lineStyle: { type: 'dashed' } }),
      symbolSize: 5,
      showSymbol: data.length <= 31,
      connectNulls: false,
    })),
  }
}

/** Draws into `box` and follows its size until `dispose`. `onChoose` gets the positions of the category and the series that were clicked. */
export const startChart = (box: HTMLDivElement, onChoose: (index: number, series: number) => void) => {
  const chart: EChartsType = init(box, null, { renderer: 'svg' })
  let drawn: [data: ChartData, isDark: boolean] | undefined
  // Texts and the room for them follow the size as well: on a wall all of it grows with the window.
  const draw = () => {
    if (drawn) chart.setOption(optionOf(...drawn, fontIn(box), box.clientWidth), true)
  }
  const size = new ResizeObserver(() => {
    chart.resize()
    draw()
  })
  size.observe(box)
  chart.on('click', ({ dataIndex, seriesIndex = 0 }) => onChoose(dataIndex, seriesIndex))
  return {
    show: (data: ChartData, isDark: boolean) => {
      drawn = [data, isDark]
      draw()
    },
    dispose: () => {
      size.disconnect()
      chart.dispose()
    },
  }
}
