import { endpoints, type RowOf } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { bySubject, pagesOf } from './grant-tree.ts'
import { ofSubject, operationSubjects } from './operation-subjects.ts'
import '../../../kit/list/list.css'
import './role-grants.css'

type RoleRow = RowOf<typeof endpoints.role>

const role = endpoints.role

/** The effective permissions of a role, page by page; for anyone who may see the role, even without changing it. */
export default function RolePermissions({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const { t } = useTranslation('role')
  const title = t(($) => $.permissionsOf, { name: row.name })
  const tree = useCall(role.menus, {}).data
  const detail = useCall(role.detail, { id: row.id }).data
  const granted = new Set(detail?.grants)
  const all = pagesOf(tree ?? [])
  const subjects = operationSubjects(all)
  const pages = all
    .map(({ operations, ...page }) => ({ ...page, operations: operations.filter(({ code }) => granted.has(code)) }))
    .filter(({ operations }) => operations.length > 0)
  return (
    <Drawer open size={560} title={title} onClose={onClose}>
      {!tree || !detail ? (
        <ListSkeleton rows={6} />
      ) : pages.length === 0 ? (
        <p className="ew-muted">{t(($) => $.noPermissions)}</p>
      ) : (
        <dl className="ew-permission-list" aria-label={title} tabIndex={0}>
          {pages.map(({ code, path, operations }) => (
            <div key={code}>
              <dt>{path}</dt>
              {bySubject(operations, subjects).map(([name, own]) => (
                <dd key={name}>
                  {ofSubject(
                    name,
                    own.map(({ label }) => label),
                  )}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </Drawer>
  )
}
