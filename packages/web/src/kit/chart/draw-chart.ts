import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { dark, light, type Palette } from '../../theme/palette.ts'
import type { ChartData } from './chart.tsx'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** Without red, which is fire, and yellow, which is fault: a series of these takes its tone. */
const plain = (palette: Palette): string[] => [palette.accent, palette.normal, palette.danger, palette.neutral, palette.info]

/** echarts writes tooltips as HTML; a name may contain anything. */
const optionOf = ({ kind, categories, series, unit = '' }: ChartData, isDark: boolean): EChartsCoreOption => {
  const palette = isDark ? dark : light
  const text = { color: palette.muted, fontFamily: 'inherit', fontSize: 12 }
  const lies = kind === 'rows'
  const names = {
    type: 'category',
    data: [...categories],
    inverse: lies,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.border } },
    axisLabel: { ...text, ...(lies ? { width: 130, overflow: 'truncate' } : { hideOverlap: true }) },
  }
  const values = {
    type: 'value',
    minInterval: unit === '' ? 1 : 0,
    axisLabel: { ...text, formatter: `{value}${unit}` },
    splitLine: { lineStyle: { color: palette.border } },
  }
  return {
    animation: false,
    color: plain(palette),
    textStyle: { fontFamily: 'inherit' },
    grid: {
      left: 8,
      right: 16,
      top: series.length > 1 ? 34 : 12,
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend:
      series.length > 1 ? { top: 0, left: 0, textStyle: { ...text, color: palette.text }, icon: 'roundRect' } : { show: false },
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
    series: series.map(({ name, values: data, tone }) => ({
      name,
      data: [...data],
      type: kind === 'line' ? 'line' : 'bar',
      ...(kind === 'stacked' && { stack: 'all' }),
      ...(tone !== undefined && { color: palette[tone] }),
      barMaxWidth: 28,
      symbolSize: 5,
      showSymbol: data.length <= 31,
      connectNulls: false,
    })),
  }
}

/** Draws into `box` and follows its size until `dispose`. `onChoose` gets the position of the category that was clicked. */
export const startChart = (box: HTMLDivElement, onChoose: (index: number) => void) => {
  const chart: EChartsType = init(box, null, { renderer: 'svg' })
  const size = new ResizeObserver(() => chart.resize())
  size.observe(box)
  chart.on('click', ({ dataIndex }) => onChoose(dataIndex))
  return {
    show: (data: ChartData, isDark: boolean) => chart.setOption(optionOf(data, isDark), true),
    dispose: () => {
      size.disconnect()
      chart.dispose()
    },
  }
}
