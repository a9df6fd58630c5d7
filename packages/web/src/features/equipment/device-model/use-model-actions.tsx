import { endpoints, type DeviceModelRow } from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'

const ModelForm = lazy(() => import('./model.form.tsx'))

const deviceModel = endpoints.deviceModel

/** The actions for a model, for list and detail page. `leave` leaves the page of a deleted model. */
export const useModelActions = (
  leave?: () => Promise<void>,
): { toolbar: readonly Action[]; actionsOf: (row: DeviceModelRow) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('device-model')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<DeviceModelRow>({
    calls: deviceModel,
    renderForm: (open) => <ModelForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.model.create),
      disable: () => t(($) => $.model.disable),
      remove: t(($) => $.model.deleteHint),
    },
    leave,
  })
  return { toolbar, actionsOf: (row) => [edit(row), setEnabled(row), remove(row)], dialog }
}
