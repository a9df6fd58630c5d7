import { endpoints, type SignSiteRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowActions } from '../../kit/row-actions.tsx'

const SignSiteForm = lazy(() => import('./sign-site.form.tsx'))

const signSite = endpoints.signSite

/** All that can be done with a sign-in address. `leave` goes away when it has been deleted. */
export const useSignSiteActions = (leave?: () => Promise<void>) => {
  const { t } = useTranslation('sign-site')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<SignSiteRow>({
    calls: signSite,
    renderForm: (open) => <SignSiteForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.create),
      disable: () => t(($) => $.disableConfirm),
      remove: t(($) => $.deleteHint),
    },
    leave,
  })
  return { toolbar, actionsOf: (row: SignSiteRow) => [edit(row), setEnabled(row), remove(row)], dialog }
}
