import type { Endpoint, EnumName, EnumValue } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { listed } from '../../i18n/i18n.ts'
import { Code, isCode } from '../code.tsx'
import { CompanyName, ProjectLink } from '../names.tsx'
import { EnabledTag, StatusTag } from '../status-tag.tsx'
import { labelOf, rowFacts, sortableFields, type FieldFacts } from '../schema.ts'
import { SiteZone, Time } from '../time.tsx'
import type { AnyColumn, Column } from './types.ts'

/** A column with all properties: the page's, completed from the contract. */
export interface ResolvedColumn<Row> {
  field: string
  label: string
  sortable: boolean
  numeric: boolean
  /** Any words, which wrap: neither a state nor a number, a time or a code. */
  text: boolean
  optional: boolean
  width: number | undefined
  cell: (row: Row) => ReactNode
}

/** A value in the console's standard format, according to its schema. */
export const showValue = (
  value: unknown,
  field: string,
  facts: FieldFacts | undefined,
  t: TFunction<'kit'>,
  enumeration = facts?.enumeration,
): ReactNode => {
  if (value === null || value === undefined || value === '') return t(($) => $.none)
  if (typeof value === 'boolean') {
    if (field === 'enabled') return <EnabledTag enabled={value} />
    return value ? t(($) => $.yes) : t(($) => $.no)
  }
  if (typeof value === 'string' && isCode(field)) return <Code>{value}</Code>
  if (enumeration) return <StatusTag enumeration={enumeration} value={value as EnumValue<EnumName>} />
  if (facts?.format === 'date-time') return <Time value={String(value)} />
  if (Array.isArray(value))
    return (
      listed(
        value.map((one: unknown) => (typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : String(one))),
      ) || t(($) => $.none)
    )
  return String(value)
}

/** The name of a company is linked to its page. */
const companyNameOf = (row: object): ReactNode => {
  const { companyId, companyName } = row as { companyId?: number | null; companyName?: string | null }
  return <CompanyName id={companyId ?? null} name={companyName ?? '—'} />
}

/** The name of a project is linked to its page if the row has the project's id. */
const projectNameOf = (row: object): ReactNode => {
  const { projectId, projectName } = row as { projectId?: number | null; projectName?: string | null }
  return <ProjectLink projectId={projectId ?? null} projectName={projectName ?? null} />
}

/** Whether a plain field is a name that is linked to its page. */
export const isLinked = (field: string, row: object): boolean =>
  field === 'companyName' || (field === 'projectName' && 'projectId' in row)

export const linkedName = (field: string, row: object): ReactNode =>
  field === 'companyName' ? companyNameOf(row) : projectNameOf(row)

export const resolveColumns = <Row extends object>(
  entry: Endpoint,
  columns: readonly AnyColumn<Row>[],
  t: TFunction<'kit'>,
): ResolvedColumn<Row>[] => {
  const facts = rowFacts(entry)
  const sortable = sortableFields(entry)
  return columns.map((given) => {
    const column: Column<Row> = typeof given === 'string' ? { field: given } : given
    const { field, label, render, enumeration, optional, width } = column
    const fact = facts[field]
    return {
      field,
      label: label ?? labelOf(field),
      sortable: sortable.includes(field),
      numeric: fact?.type === 'integer' || fact?.type === 'number',
      text: fact?.type === 'string' && !(enumeration ?? fact.enumeration) && !fact.format && !isCode(field),
      optional: optional ?? false,
      width,
      cell: (row) => (
        <SiteZone of={row}>
          {render
            ? render(row)
            : isLinked(field, row)
              ? linkedName(field, row)
              : showValue((row as Record<string, unknown>)[field], field, fact, t, enumeration ?? fact?.enumeration)}
        </SiteZone>
      ),
    }
  })
}
