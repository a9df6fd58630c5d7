import { endpoints, type DutyTeamRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowActions } from '../../../kit/row-actions.tsx'

const DutyTeamForm = lazy(() => import('./duty-team.form.tsx'))

const { dutyTeam } = endpoints

/** The actions for a duty team, with their dialogs. `leave` leaves the page of a deleted team. */
export const useDutyActions = (leave?: () => Promise<void>) => {
  const { t } = useTranslation('duty')
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<DutyTeamRow>({
    calls: dutyTeam,
    renderForm: ({ row, onClose }) => <DutyTeamForm id={row?.id} onClose={onClose} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.create),
      disable: () => t(($) => $.disable),
      remove: t(($) => $.deleteHint),
    },
    leave,
  })
  return { toolbar, actionsOf: (row: DutyTeamRow) => [edit(row), setEnabled(row), remove(row)], show, close, dialog }
}
