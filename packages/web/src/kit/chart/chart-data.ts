import type { Palette } from '../../theme/palette.ts'

export interface ChartSeries {
  name: string
  /** One for each category. Null: unknown, which is drawn as a gap and never as zero. */
  values: readonly (number | null)[]
  /** For a series whose colour has a meaning: fire, fault, normal … */
  tone?: keyof Palette
  /** Drawn as a line over columns, such as the period before. */
  line?: true
}

export interface ChartData {
  /** Over time a line or columns; `stacked` columns for parts of a sum; `rows` for a ranking, the first on top. */
  kind: 'line' | 'columns' | 'stacked' | 'rows'
  categories: readonly string[]
  series: readonly ChartSeries[]
  /** Written behind each number, such as “%”. */
  unit?: string
}
