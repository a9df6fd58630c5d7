import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { dark, light } from '../../theme/palette.ts'
import type { ChartData } from './chart-data.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** Further colours for series that have no meaning. The palette's `info` is its `accent`. */
const further = { light: ['#0f766e', '#6442b3'], dark: ['#3fc8ba', '#bd9df9'] } as const

/** Without red, which is fire, and yellow, which is fault: a series of these takes its tone. */
const plain = (isDark: boolean): string[] => {
  const { accent, normal, danger, neutral } = isDark ? dark : light
  return [accent, normal, danger, neutral, ...(isDark ? further.dark : further.light)]
}

/** Below this, the names of more than three series take two lines (px). */
const narrow = 480

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
  const names = {
    type: 'category',
    data: [...categories],
    inverse: lies,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.border } },
    axisLabel: { ...text, ...(lies ? { width: 11 * fontSize, overflow: 'truncate' } : { hideOverlap: true }) },
  }
  const values = {
    type: 'value',
    minInterval: unit === '' ? 1 : 0,
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
      // The legend may need a second line, or a third.
      top: !isNamed ? fontSize : series.length > 3 && width < narrow ? (series.length > 5 ? 6.5 : 5) * fontSize : 3 * fontSize,
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
