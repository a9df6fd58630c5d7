import { endpoints, type RowOf } from '@emberwatch/contract'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { pagesOf } from './grant-tree.ts'
import { ofSubject, operationSubjects } from './operation-subjects.ts'
import '../../../kit/list/list.css'
import './role-grants.css'

type RoleRow = RowOf<typeof endpoints.role>

const role = endpoints.role

/** Two roles side by side: which role has which operation. */
export default function RoleCompare({
  rows: [left, right],
  onClose,
}: {
  rows: readonly [RoleRow, RoleRow]
  onClose: () => void
}) {
  const { t } = useTranslation('role')
  const [only, setOnly] = useState(true)
  const tree = useCall(role.menus, {}).data
  const details = [useCall(role.detail, { id: left.id }).data, useCall(role.detail, { id: right.id }).data]
  const [a, b] = details.map((detail) => new Set(detail?.grants))
  const differs = (code: string) => a?.has(code) !== b?.has(code)
  const held = (code: string) => a?.has(code) === true || b?.has(code) === true
  const pages = pagesOf(tree ?? [])
  const subjects = operationSubjects(pages)
  const count = pages.flatMap(({ operations }) => operations).filter(({ code }) => differs(code)).length
  const shown = pages
    .map(({ operations, ...page }) => ({
      ...page,
      operations: operations.filter(({ code }) => (only ? differs(code) : held(code))),
    }))
    .filter(({ operations }) => operations.length > 0)
  const mark = (has: boolean | undefined) => (
    <>
      <span aria-hidden>{has ? '●' : '○'}</span> {has ? t(($) => $.has) : t(($) => $.lacks)}
    </>
  )
  return (
    <Modal open centered width={680} title={t(($) => $.compareTitle)} footer={null} onCancel={onClose}>
      {!tree || details.includes(undefined) ? (
        <ListSkeleton rows={6} />
      ) : (
        <>
          <div className="ew-compare-head">
            <strong role="status">{count === 0 ? t(($) => $.compareSame) : t(($) => $.compareDiffers, { count })}</strong>
            <label>
              <input type="checkbox" checked={only} onChange={() => setOnly(!only)} />
              {t(($) => $.compareOnly)}
            </label>
          </div>
          {shown.length > 0 && (
            <table className="ew-compare">
              <thead>
                <tr>
                  <th scope="col">{t(($) => $.compareOf)}</th>
                  <th scope="col">{left.name}</th>
                  <th scope="col">{right.name}</th>
                </tr>
              </thead>
              {shown.map(({ code: page, path, operations }) => (
                <tbody key={page}>
                  <tr className="ew-compare-page">
                    <th scope="rowgroup" colSpan={3}>
                      {path}
                    </th>
                  </tr>
                  {operations.map(({ code, label }) => (
                    <tr key={code} data-differs={differs(code)}>
                      <th scope="row">{ofSubject(subjects.get(code) ?? '', [label])}</th>
                      <td>{mark(a?.has(code))}</td>
                      <td>{mark(b?.has(code))}</td>
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          )}
        </>
      )}
    </Modal>
  )
}
