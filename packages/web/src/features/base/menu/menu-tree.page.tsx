import { endpoints, enums, requiredMenus, filterMenus, type MenuFilter, type MenuTreeNode } from '@emberwatch/contract'
import { Button } from 'antd'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { ActionBar, type Action } from '../../../kit/actions.tsx'
import { ExportButton } from '../../../kit/list/export-button.tsx'
import { ListEmpty, ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { useListState } from '../../../kit/list/list-state.ts'
import { SearchForm } from '../../../kit/list/search-form.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { decode, inputFacts, labelOf } from '../../../kit/schema.ts'
import type { Search } from '../../../kit/search-params.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { visibleLines, expandableCodes, nameOf } from './menu-rows.ts'
import { MenuTable } from './menu-table.tsx'
import '../../../kit/list/list.css'

const MenuForm = lazy(() => import('./menu.form.tsx'))

const menu = endpoints.menu

const useMenuActions = (tree: readonly MenuTreeNode[]) => {
  const { t } = useTranslation('menu')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<MenuTreeNode>({
    calls: menu,
    renderForm: ({ row, onClose }) => <MenuForm node={row} groups={tree} onClose={onClose} />,
    nameOf,
    texts: {
      create: t(($) => $.create),
      disable: (node) => t(($) => $.disableConfirm, { name: nameOf(node) }),
      remove: t(($) => $.deleteHint),
    },
  })
  const actionsOf = (node: MenuTreeNode): Action[] => [
    edit(node),
    {
      ...setEnabled(node),
      off: node.enabled && requiredMenus.has(node.code) ? sharedTexts().reasons.menuNeeded : undefined,
    },
    { ...remove(node), off: node.seeded ? t(($) => $.seeded) : undefined },
  ]
  return { toolbar, actionsOf, dialog }
}

const facts = inputFacts(menu.export)
/** The filters in the address, as the contract takes them. */
const filterOf = (search: Search): MenuFilter =>
  Object.fromEntries(
    ['keyword', 'accountType', 'enabled'].flatMap((name) => (search[name] ? [[name, decode(facts[name], search[name])]] : [])),
  )

/** The whole menu tree: groups, pages and links, and the operations of each page. */
export default function MenuTreePage() {
  const { t } = useTranslation('menu')
  const title = usePageName()
  const { search, change } = useListState(false)
  const query = useCall(menu.tree, {})
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const tree = query.data ?? []
  const { toolbar, actionsOf, dialog } = useMenuActions(tree)
  const filter = filterOf(search)
  const filtered = Object.keys(filter).length > 0
  const shown = filtered ? filterMenus(tree, filter) : tree
  // Groups start open and pages closed. Search results are always visible.
  const isOpen = (code: string) => toggled.has(code) !== (filtered || tree.some((top) => top.code === code && top.url === '#'))
  const codes = expandableCodes(shown)
  const allOpen = codes.every(isOpen)
  const toggle = (code: string) =>
    setToggled((old) => (old.has(code) ? new Set([...old].filter((one) => one !== code)) : new Set([...old, code])))
  const toggleAll = () => codes.filter((code) => isOpen(code) === allOpen).forEach(toggle)

  return (
    <section className="ew-list">
      <h1>{title}</h1>
      <SearchForm
        entry={menu.tree}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          {
            kind: 'select',
            name: 'accountType',
            options: enums.accountType.map((value) => ({ value, label: enumLabel('accountType', value) })),
          },
          { kind: 'select', name: 'enabled', label: fieldLabel('enabled') },
        ]}
        search={search}
        onSearch={(patch) => {
          setToggled(new Set())
          change(patch)
        }}
      />
      <div className="ew-toolbar">
        <ActionBar actions={toolbar} />
        <span className="ew-spacer" />
        <ExportButton entry={menu.export} input={filter} />
        <Button type="link" onClick={toggleAll}>
          {allOpen ? t(($) => $.collapseAll) : t(($) => $.expandAll)}
        </Button>
      </div>
      {query.isError && !query.data ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <ListSkeleton rows={10} />
      ) : shown.length === 0 ? (
        <ListEmpty
          filters={Object.keys(filter).map((name) => (name === 'keyword' ? t(($) => $.keyword) : labelOf(name)))}
          onClear={() => change({ keyword: '', accountType: '', enabled: '' })}
          create={undefined}
        />
      ) : (
        <MenuTable label={title} lines={visibleLines(shown, isOpen)} isOpen={isOpen} onToggle={toggle} actionsOf={actionsOf} />
      )}
      {dialog}
    </section>
  )
}
