import { endpoints, type GrantNode, type OutputOf, type RowOf } from '@emberwatch/contract'
import { Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { bySubject, canTick, filterTree, pagesOf, tickOf, toggle, toggleAll } from './grant-tree.ts'
import { operationSubjects } from './operation-subjects.ts'
import './role-grants.css'

type RoleRow = RowOf<typeof endpoints.role>

const role = endpoints.role

interface GrantTreeProps {
  tree: readonly GrantNode[]
  value?: string[]
  onChange?: (grants: string[]) => void
}

/**
 * Menus and their operations to tick, one panel per subject, in which each page has its operations beside it. Those that the caller
 * lacks are shown with the reason why they cannot be granted.
 */
const GrantTree = ({ tree, value = [], onChange }: GrantTreeProps) => {
  const { t } = useTranslation('role')
  const [text, setText] = useState('')
  const granted = new Set(value)
  const pages = pagesOf(tree)
  const operations = pages.flatMap((page) => page.operations.map(({ code }) => code))
  const subjects = operationSubjects(pages)
  const shown = filterTree(tree, text, subjects)
  const ticked = operations.filter((code) => granted.has(code)).length
  const countOf = (node: GrantNode) => {
    const codes = pagesOf([node]).flatMap((page) => page.operations.map(({ code }) => code))
    return t(($) => $.of, { count: codes.filter((code) => granted.has(code)).length, total: codes.length })
  }
  const draw = (node: GrantNode, depth = 0) => {
    const tick = tickOf(node, granted)
    const off = !canTick(node)
    const box = (
      <label data-off={off}>
        <input
          type="checkbox"
          checked={tick === 'on'}
          aria-disabled={off}
          ref={(input) => {
            if (input) input.indeterminate = tick === 'half'
          }}
          onChange={() => off || onChange?.([...toggle(tree, node, granted)])}
        />
        {node.label}
        {off && <span className="ew-visually-hidden">{t(($) => $.notGrantable)}</span>}
      </label>
    )
    return (
      <li key={node.code} data-operation={node.operation}>
        <div className="ew-grant-name">
          {off ? <Tooltip title={t(($) => $.notGrantable)}>{box}</Tooltip> : box}
          {depth === 0 && <span className="ew-grant-count">{countOf(node)}</span>}
        </div>
        {node.children.length > 0 && (
          <ul>
            {bySubject(node.children, subjects).map(([name, children], index) =>
              name === '' ? (
                children.map((child) => draw(child, depth + 1))
              ) : (
                <li key={name} className="ew-grant-subject">
                  <span id={`${node.code}-${index}`}>{name}</span>
                  <ul aria-labelledby={`${node.code}-${index}`}>{children.map((child) => draw(child, depth + 1))}</ul>
                </li>
              ),
            )}
          </ul>
        )}
      </li>
    )
  }
  return (
    <>
      <div className="ew-grants-head">
        <Input.Search
          allowClear
          aria-label={t(($) => $.search)}
          placeholder={t(($) => $.search)}
          onChange={({ target }) => setText(target.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={ticked === operations.length}
            ref={(input) => {
              if (input) input.indeterminate = ticked > 0 && ticked < operations.length
            }}
            onChange={() => onChange?.([...toggleAll(tree, granted)])}
          />
          {t(($) => $.all)}
        </label>
        <span className="ew-muted" role="status">
          {t(($) => $.ticked, { count: ticked, total: operations.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="ew-muted">{t(($) => $.none)}</p>
      ) : (
        <ul className="ew-grants">{shown.map((node) => draw(node))}</ul>
      )}
    </>
  )
}

type Detail = OutputOf<typeof role.detail>

/** Sets the menus and operations of a role as it was when the form opened; the server refuses a stale version and says who was faster. */
export default function RoleGrants({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const { t } = useTranslation('role')
  const tree = useCall(role.menus, { type: row.type }).data
  const { data, isFetching } = useCall(role.detail, { id: row.id })
  const [opened, setOpened] = useState<Detail>()
  if (data && !isFetching && !opened) setOpened(data)
  if (!tree || !opened) return null
  return (
    <FormDialog
      drawer
      width={920}
      endpoint={role.assign}
      title={t(($) => $.grantsOf, { name: row.name })}
      saved={t(($) => $.grantsSaved)}
      initial={{ grants: opened.grants }}
      hidden={{ id: row.id, version: opened.version }}
      fields={[{ name: 'grants', control: <GrantTree tree={tree} /> }]}
      onClose={onClose}
    />
  )
}
