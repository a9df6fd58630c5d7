import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { RowActions, type Action } from '../actions.tsx'
import { JoinedRow } from '../joined-row.tsx'
import type { ResolvedColumn } from './columns.tsx'
import { idOf, rowName } from './row.ts'
import { TableBox } from './table-box.tsx'

export interface Sort {
  field: string | undefined
  descending: boolean
}

interface ListTableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly ResolvedColumn<Row>[]
  /** Number of the first row on this page, from 1. */
  first: number
  busy: boolean
  sort: Sort
  onSort: (field: string) => void
  rowActions: ((row: Row) => readonly Action[]) | undefined
  /** Ids of the selected rows. Absent if rows cannot be selected. */
  selected: ReadonlySet<number> | undefined
  onSelect: (ids: Set<number>) => void
  tone: ((row: Row) => string | undefined) | undefined
}

/** The shared table: a plain <table> whose rows become cards on a phone. Roles are explicit, because `display: block` would remove them. */
export const ListTable = <Row extends object>({
  label,
  rows,
  columns,
  first,
  busy,
  sort,
  onSort,
  rowActions,
  selected,
  onSelect,
  tone,
}: ListTableProps<Row>) => {
  const { t } = useTranslation('kit')
  const ids = rows.map(idOf)
  const all = selected !== undefined && ids.length > 0 && ids.every((id) => selected.has(id))
  const some = selected !== undefined && !all && ids.some((id) => selected.has(id))
  const toggle = (changed: readonly number[], on: boolean) => {
    const next = new Set(selected)
    for (const id of changed)
      if (on) next.add(id)
      else next.delete(id)
    onSelect(next)
  }
  return (
    <TableBox label={label} busy={busy}>
      <table className="ew-table" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {selected && (
              <th role="columnheader" className="ew-cell-tick">
                <input
                  type="checkbox"
                  aria-label={t(($) => $.list.selectAll)}
                  checked={all}
                  ref={(box) => {
                    if (box) box.indeterminate = some
                  }}
                  onChange={() => toggle(ids, !all)}
                />
              </th>
            )}
            <th role="columnheader" className="ew-cell-index">
              {fieldLabel('index')}
            </th>
            {columns.map(({ field, label: name, sortable, numeric, text, width }) => {
              const active = sort.field === field
              const style = width === undefined ? undefined : { minWidth: width }
              if (!sortable) {
                return (
                  <th key={field} role="columnheader" data-numeric={numeric} data-text={text} style={style}>
                    {name}
                  </th>
                )
              }
              return (
                <th
                  key={field}
                  role="columnheader"
                  data-numeric={numeric}
                  data-text={text}
                  style={style}
                  aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" className="ew-sort" data-active={active} onClick={() => onSort(field)}>
                    {name}
                    <span aria-hidden>{active ? (sort.descending ? '▼' : '▲') : '↕'}</span>
                  </button>
                </th>
              )
            })}
            {rowActions && (
              <th role="columnheader" className="ew-cell-actions">
                {fieldLabel('actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" data-rows>
          {rows.map((row, index) => {
            const id = idOf(row)
            return (
              <JoinedRow key={id || index} of={row as object}>
                <tr role="row" data-row={id || undefined} data-tone={tone?.(row)} data-selected={selected?.has(id)}>
                  {selected && (
                    <td role="cell" className="ew-cell-tick">
                      <input
                        type="checkbox"
                        aria-label={t(($) => $.list.selectRow, { number: first + index })}
                        checked={selected.has(id)}
                        onChange={() => toggle([id], !selected.has(id))}
                      />
                    </td>
                  )}
                  <td role="cell" className="ew-cell-index">
                    {first + index}
                  </td>
                  {columns.map(({ field, label: name, numeric, text, cell }) => (
                    <td key={field} role="cell" data-label={name} data-numeric={numeric} data-text={text}>
                      <div className="ew-cell">{cell(row)}</div>
                    </td>
                  ))}
                  {rowActions && (
                    <td role="cell" className="ew-cell-actions">
                      <RowActions actions={rowActions(row)} of={rowName(row)} />
                    </td>
                  )}
                </tr>
              </JoinedRow>
            )
          })}
        </tbody>
      </table>
    </TableBox>
  )
}
