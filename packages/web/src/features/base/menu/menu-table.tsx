import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { enums, type MenuTreeNode } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { RowActions, type Action } from '../../../kit/actions.tsx'
import { rowName } from '../../../kit/list/row.ts'
import { TableBox } from '../../../kit/list/table-box.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { EnabledTag, Tag } from '../../../kit/status-tag.tsx'
import { MenuIcon } from '../../../shell/menu-icon.tsx'
import type { MenuLine } from './menu-rows.ts'
import './menu.css'

interface MenuTableProps {
  label: string
  lines: readonly MenuLine[]
  isOpen: (code: string) => boolean
  onToggle: (code: string) => void
  actionsOf: (node: MenuTreeNode) => Action[]
}

const Name = ({ line: { node, depth }, open, onToggle }: { line: MenuLine; open: boolean; onToggle: () => void }) => {
  const { t } = useTranslation('menu')
  const { nameZh, nameEn, icon, isOperation, seeded, children } = node
  const [name, other] = currentLanguage() === 'zh' ? [nameZh, nameEn] : [nameEn, nameZh]
  return (
    <div className="ew-menu-name" style={{ paddingInlineStart: depth * 22 }}>
      {children.length > 0 ? (
        <button
          type="button"
          className="ew-plain"
          aria-expanded={open}
          aria-label={open ? t(($) => $.close, { name }) : t(($) => $.open, { name, count: children.length })}
          onClick={onToggle}
        >
          {open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
        </button>
      ) : (
        <span className="ew-menu-leaf" aria-hidden />
      )}
      {!isOperation && (
        <span aria-hidden>
          <MenuIcon name={icon} />
        </span>
      )}
      <TwoLines small={other}>
        {name} {!seeded && <Tag look={{ tone: 'info', shape: '◇' }}>{t(($) => $.own)}</Tag>}
      </TwoLines>
    </div>
  )
}

/** Where it leads, or the code used in grants. */
const Target = ({ node: { url, operationCode, isOperation, isMainMenu } }: { node: MenuTreeNode }) => {
  const { t } = useTranslation('menu')
  if (isOperation) return <code>{operationCode}</code>
  return (
    <TwoLines small={isMainMenu ? t(($) => $.inMenu) : t(($) => $.notInMenu)}>
      {url === '#' ? t(($) => $.group) : <code>{url}</code>}
    </TwoLines>
  )
}

const Calls = ({ paths }: { paths: readonly string[] }) => {
  const { t } = useTranslation('menu')
  const [first] = paths
  if (first === undefined) return <>{t(($) => $.noCalls)}</>
  if (paths.length === 1) return <code>{first}</code>
  return (
    <details className="ew-menu-calls">
      <summary>{t(($) => $.calls, { count: paths.length })}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The tree as a table in the style of the lists: indented names, with buttons that expand them. */
export const MenuTable = ({ label, lines, isOpen, onToggle, actionsOf }: MenuTableProps) => {
  const { t } = useTranslation('menu')
  const words = t(($) => $.columns, { returnObjects: true })
  const audience = (types: MenuTreeNode['accountTypes']) => {
    if (types.length === enums.accountType.length) return t(($) => $.everybody)
    const allCompanies = enums.companyType.every((type) => types.includes(type))
    const others = types.filter((type) => !allCompanies || !enums.companyType.some((company) => company === type))
    return listed([...(allCompanies ? [t(($) => $.companies)] : []), ...others.map((type) => enumLabel('accountType', type))])
  }
  return (
    <TableBox label={label}>
      <table className="ew-table ew-menu-tree" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">{words.name}</th>
            <th role="columnheader">{words.target}</th>
            <th role="columnheader">{fieldLabel('enabled')}</th>
            <th role="columnheader" data-numeric>
              {words.sort}
            </th>
            <th role="columnheader">{words.calls}</th>
            <th role="columnheader">{words.for}</th>
            <th role="columnheader" className="ew-cell-actions">
              {fieldLabel('actions')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line) => {
            const { node, closedAbove, depth } = line
            return (
              <tr key={node.code} role="row" data-depth={depth} data-tone={node.enabled ? undefined : 'fault'}>
                <td role="cell" className="ew-menu-first">
                  <Name line={line} open={isOpen(node.code)} onToggle={() => onToggle(node.code)} />
                </td>
                <td role="cell" data-label={words.target}>
                  <div className="ew-cell">
                    <Target node={node} />
                  </div>
                </td>
                <td role="cell" data-label={fieldLabel('enabled')}>
                  <TwoLines small={node.enabled && closedAbove && t(($) => $.above)}>
                    <EnabledTag enabled={node.enabled} />
                  </TwoLines>
                </td>
                <td role="cell" data-label={words.sort} data-numeric>
                  {node.sort}
                </td>
                <td role="cell" data-label={words.calls}>
                  <Calls paths={node.apiPaths} />
                </td>
                <td role="cell" data-label={words.for}>
                  <div className="ew-cell">{audience(node.accountTypes)}</div>
                </td>
                <td role="cell" className="ew-cell-actions">
                  <RowActions actions={actionsOf(node)} of={rowName(node)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableBox>
  )
}
