import { endpoints, judgeRoute } from '@emberwatch/contract'
import { Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { FileImage } from '../kit/file-image.tsx'
import { useMe } from '../session/me.tsx'
import { clearSession, goToLogin } from '../session/session.ts'
import { hasPage, trailOf } from './menu-tree.ts'

const UserInfoForm = lazy(() => import('./user-info.form.tsx'))
const ChangePassword = lazy(() => import('./change-password.form.tsx'))

const companyEdit = '/user/companyEdit'

/** Ends the session here whatever the server says, and goes to the sign-in page. */
export const signOut = async (): Promise<void> => {
  await call(endpoints.session.logout, {}, { quiet: true }).catch(() => {})
  clearSession()
  goToLogin(false)
}

export const UserMenu = () => {
  const { t } = useTranslation()
  const { user, menus } = useMe()
  const [dialog, setDialog] = useState<'info' | 'password' | null>(null)
  const close = () => setDialog(null)
  // Only when the entry exists, is granted and enabled (specification section 2), and its page is built.
  const company = hasPage(companyEdit) && trailOf(companyEdit, menus).length > 0 && judgeRoute(companyEdit, menus).open
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(company ? [{ key: 'company', label: <a href={`#${companyEdit}`}>{t(($) => $.layout.companyInfo)}</a> }] : []),
            { key: 'info', label: t(($) => $.layout.userInfo), onClick: () => setDialog('info') },
            { key: 'password', label: t(($) => $.layout.changePassword), onClick: () => setDialog('password') },
            { type: 'divider' },
            { key: 'out', label: t(($) => $.layout.signOut), onClick: () => void signOut() },
          ],
        }}
      >
        <button type="button" className="ew-icon">
          <span className="ew-visually-hidden">{t(($) => $.layout.account)}</span>
          {user.avatar ? (
            <FileImage id={user.avatar} alt="" className="ew-avatar" />
          ) : (
            <span className="ew-avatar" aria-hidden>
              {user.name.slice(0, 1)}
            </span>
          )}
          <span className="ew-user-name ew-wide-only">{user.name}</span>
        </button>
      </Dropdown>
      <Suspense>
        {dialog === 'info' && <UserInfoForm onClose={close} />}
        {dialog === 'password' && <ChangePassword onClose={close} />}
      </Suspense>
    </>
  )
}
