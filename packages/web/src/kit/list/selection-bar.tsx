import { limits } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ActionBar, ActionButton, type Action } from '../actions.tsx'
import type { useSelection } from './use-selection.ts'

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
