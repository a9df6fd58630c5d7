import { limits, type Endpoint, type Page } from '@emberwatch/contract'
import { useState } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/call.ts'
import { useIsDeleted } from '../../api/hooks.ts'
import { inputFacts } from '../schema.ts'
import { idOf } from './row.ts'
import { ActionBar, ActionButton, type Action } from '../actions.tsx'

/**
 * The selected rows of a list. They persist across pages, and belong to the conditions under which they were selected: other
 * conditions clear them.
 */
export const useSelection = <Row extends object>(endpoint: Endpoint, conditions: object, shown: readonly Row[]) => {
  const under = JSON.stringify(conditions)
  const [selection, setSelection] = useState<{ under: string; rows: ReadonlyMap<number, Row> }>({ under, rows: new Map() })
  const isDeleted = useIsDeleted(endpoint)
  const kept = selection.under === under ? [...selection.rows].filter(([id]) => !isDeleted(id)) : []
  const rows: ReadonlyMap<number, Row> = new Map(kept)
  // Rows on the screen are newer than the selected copies.
  const known = new Map([...rows, ...shown.map((row) => [idOf(row), row] as const)])

  const select = (ids: ReadonlySet<number>) => {
    const selected = [...ids].flatMap((id): [number, Row][] => {
      const row = known.get(id)
      return row ? [[id, row]] : []
    })
    setSelection({ under, rows: new Map(selected) })
  }

  /** Selects every matching row, up to the limit of one action. */
  const selectAll = async (): Promise<void> => {
    const found = new Map<number, Row>()
    const pageSize = inputFacts(endpoint)['pageSize']?.maximum ?? limits.defaultPageSize
    for (let pageNum = 1; found.size < limits.rowsAtOnce; pageNum++) {
      const { list } = (await request(endpoint, { ...conditions, pageNum, pageSize })) as Page<Row>
      for (const row of list) if (found.size < limits.rowsAtOnce) found.set(idOf(row), row)
      if (list.length < pageSize) break
    }
    setSelection({ under, rows: found })
  }

  return {
    ids: new Set(rows.keys()),
    rows: [...rows.keys()].flatMap((id) => known.get(id) ?? []),
    select,
    selectAll,
    clear: () => setSelection({ under, rows: new Map() }),
  }
}

interface SelectionBarProps {
  actions: readonly Action[]
  selected: Pick<ReturnType<typeof useSelection>, 'rows' | 'clear' | 'selectAll'>
  /** How many rows can be selected. 0: only those on the screen. */
  total: number
}

/** Actions for the selected rows, and how many there are. */
export const SelectionBar = ({ actions, selected, total }: SelectionBarProps) => {
  const { t } = useTranslation('kit')
  const count = selected.rows.length
  const most = Math.min(total, limits.rowsAtOnce)
  const label = total > most ? t(($) => $.list.selectFirst, { count: most }) : t(($) => $.list.selectEvery, { count: most })
  return (
    <>
      <span role="status">{t(($) => $.list.selected, { count })}</span>
      {count < most && <ActionButton link action={{ key: 'selectAll', label, onClick: selected.selectAll }} />}
      <ActionBar actions={actions} />
      <Button type="link" onClick={selected.clear}>
        {t(($) => $.list.clearSelection)}
      </Button>
    </>
  )
}
