import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TableBox } from './list/table-box.tsx'

interface PlainTableProps<Row> {
  label: string
  rows: readonly (Row & { id: number })[]
  columns: readonly { label: string; render: (row: Row) => ReactNode }[]
}

/** A short table inside a page, in the style of the lists: no paging, no actions. */
export const PlainTable = <Row,>({ label, rows, columns }: PlainTableProps<Row>) => {
  const { t } = useTranslation('kit')
  if (rows.length === 0) return <p className="ew-empty">{t(($) => $.list.empty)}</p>
  return (
    <TableBox label={label}>
      <table className="ew-table" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} role="columnheader">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map((column) => (
                <td key={column.label} role="cell" data-label={column.label}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}
