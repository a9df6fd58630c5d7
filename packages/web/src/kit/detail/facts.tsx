import type { Endpoint } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLinked, linkedName, showValue } from '../list/columns.tsx'
import { factsOf, labelOf, type FieldName } from '../schema.ts'
import './detail.css'

/** One line of a description list. A plain name takes label and format from the endpoint's output. */
export type Fact<Row> =
  | (keyof Row & FieldName)
  | ({ value?: ReactNode; wide?: true } & ({ field: FieldName; label?: string } | { field: keyof Row & string; label: string }))

interface FactsProps<Row> {
  /** The `detail` call whose output the row is. */
  endpoint: Endpoint
  row: Row
  facts: readonly Fact<Row>[]
  title?: string
}

/** A description list of a row's fields. */
export const Facts = <Row extends object>({ endpoint, row, facts, title }: FactsProps<Row>) => {
  const { t } = useTranslation('kit')
  const properties = factsOf(endpoint.output).properties ?? {}
  return (
    <section className="ew-panel">
      {title && <h2>{title}</h2>}
      <dl className="ew-described">
        {facts.map((given) => {
          const fact = typeof given === 'string' ? { field: given } : given
          const { field, label, value, wide } = { label: undefined, value: undefined, wide: undefined, ...fact }
          return (
            <div key={field} data-wide={wide ?? false}>
              <dt>{label ?? labelOf(field)}</dt>
              <dd>
                {value ??
                  (isLinked(field, row) ? linkedName(field, row) : undefined) ??
                  showValue((row as Record<string, unknown>)[field], field, properties[field], t)}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
